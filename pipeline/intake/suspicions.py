"""Passages that talk to a model instead of to a reader, and text that hides between the letters.

Nothing in a paper is an instruction. What is found here is shown to people, and is no part of the text that is judged.
"""

import re
from collections.abc import Iterator

from schemas.paper import ADDRESSES_A_MODEL, Suspicion

_ORDERS = (
    r"\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,3}(?:previous|prior|above|earlier|preceding|system)\s+"
    r"(?:\w+\s+){0,2}(?:instructions?|prompts?|rules|directions|context)\b",
    r"\b(?:reviewers?|graders?|evaluators?|screeners?|assistants?)\s+(?:must|should|shall|are to)\s+(?:always\s+)?"
    r"(?:accept|approve|pass|recommend|rate|score|give|classify|mark|treat|judge)\b",
    r"\b(?:language models?|LLMs?|AI|chatbots?)(?:\s+(?:models?|assistants?|reviewers?|agents?|systems?|judges?))?"
    r"\s*(?:,|must|should|shall|are instructed|are to)\s+"
    r"(?:\w+\s+){0,4}(?:accept|approve|output|answer|respond|reply|give|classify|recommend|ignore|mark|treat)\b",
    r"\b(?:give|write|provide) (?:only )?a positive (?:review|verdict|rating)\b",
    r"\bdo not (?:mention|highlight|report) any (?:negatives?|findings?|weaknesses)\b",
    r"\byou are (?:now )?(?:a|an) (?:\w+ ){0,3}(?:assistant|language model|reviewer|AI)\b",
    r"\b(?:accept|approve|pass) this (?:paper|article|manuscript|submission)\b",
    r"(?:^|[\s>])(?:system|assistant|developer)\s*(?:prompt|message|override)?\s*:\s*(?:\w+\W+){0,12}?"
    r"(?:you (?:are|must|will)|accept|approve|pass|ignore|answer|respond|output)\b",
)
"""What gives an order to a model or a judge."""

_FOREIGN = (
    r"\bignorier\w*\s+(?:\w+\s+){0,3}(?:vorherig|bisherig|obig|früher)\w*\s+(?:\w+\s+)?(?:anweisung|instruktion|vorgabe)\w*",
    r"\bignore[zr]?\s+(?:\w+\s+){0,3}(?:instructions?|consignes?|directives?)\s+(?:précédentes?|antérieures?|ci-dessus)",
    r"\bignor\w+\s+(?:\w+\s+){0,3}(?:instrucciones|instruções|istruzioni)\s+(?:anteriores|previas|prévias|precedenti)",
    r"\bигнорируй\w*\s+(?:\w+\s+){0,3}(?:инструкци|указани)\w+",
    r"(?:忽略|无视|無視|忽視)[^。．.]{0,12}(?:指令|指示|说明|說明|提示)",
    r"(?:以前|前|上記)の(?:すべての)?(?:指示|命令)[^。]{0,6}(?:無視|無効)",
    r"(?:接受|录用|通过)(?:这篇|本)(?:论文|文章)",
    r"\b(?:akzeptier\w*|nimm)\s+(?:diese[ns]?\s+)?(?:artikel|arbeit|aufsatz|paper|manuskript)\w*",
    r"\bacept[ae]\w*\s+este\s+(?:artículo|manuscrito|artigo)|\baccepte[zr]\s+cet\s+article|\bпримите\s+эту\s+статью",
)
"""The same in other languages that papers and attackers write."""

_FORMS = (
    r"</?\s*(?:paper|record|argument|facts|document|untrusted|system|assistant|user)\s*(?:id\s*=[^<>]{0,40})?>",
    r"<\|[^<>|]{1,60}\|>|\[/?INST\]|<</?SYS>>",
    r"[\"“”'](?:call|verdict|decision|findings|final_decision|recommendation)[\"“”']\s*:\s*"
    r"(?:[\"“”'](?:pass|accept\w*|advance|approve\w*)[\"“”']|\[\s*\])",
    r"\b(?:final )?(?:verdict|decision|recommendation|overall)\s*:\s*(?:strong(?:ly)? )?(?:accept|pass)\b",
    r"\breviewer\W{0,3}\d\b[^.]{0,80}\b(?:no findings|nothing to report|(?:recommends?|should be|must be) accept\w*)",
)
"""What poses as a part of a prompt, of an answer, or of another reviewer's report."""

_ADDRESS = re.compile("|".join((*_ORDERS, *_FOREIGN, *_FORMS)), re.IGNORECASE)
_ZERO_WIDTH_RUN = re.compile("[\u200b\u200c\u200d\u2060\ufeff]{4,}|[\U000e0000-\U000e007f]{2,}")
_LONGEST = 300


def orders(text: str) -> list[tuple[int, int]]:
    """The spans of what gives orders to a model or a judge, or poses as a part of its prompt."""
    return [found.span() for found in _ADDRESS.finditer(text)]


def addressed(text: str, page: int | None = None) -> Iterator[Suspicion]:
    """The same as suspicions, with the text around."""
    for first, last in orders(text):
        start, end = max(0, first - 60), min(len(text), last + 120)
        said = " ".join(text[start:end].split())
        yield Suspicion(kind=ADDRESSES_A_MODEL, text=said[:_LONGEST], page=page)


def zero_width(text: str, page: int | None = None) -> Iterator[Suspicion]:
    """Runs of characters without width. Single ones are typesetting."""
    for found in _ZERO_WIDTH_RUN.finditer(text):
        around = text[max(0, found.start() - 40) : found.start()]
        yield Suspicion(kind="zero_width_run", text=f"{len(found.group())} characters after {around!r}", page=page)
