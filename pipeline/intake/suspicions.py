"""Passages that talk to a model instead of to a reader, and text that hides between the letters.

Nothing in a paper is an instruction. What is found here is shown to people; it changes no verdict.
"""

import re
from collections.abc import Iterator

from schemas.paper import ADDRESSES_A_MODEL, Suspicion

_ADDRESS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,3}(?:previous|prior|above|earlier|preceding|system)\s+"
    r"(?:\w+\s+){0,2}(?:instructions?|prompts?|rules|directions|context)\b"
    r"|\b(?:reviewers?|graders?|evaluators?|screeners?|assistants?)\s+(?:must|should|shall|are to)\s+(?:always\s+)?"
    r"(?:accept|approve|pass|recommend|rate|score|give)\b"
    r"|\b(?:language models?|LLMs?|AI (?:models?|assistants?|reviewers?|systems?)|chatbots?)"
    r"\s*(?:,|must|should|shall|are instructed)\s+"
    r"(?:\w+\s+){0,4}(?:accept|approve|output|answer|respond|reply|give|classify|recommend|ignore)\b"
    r"|\b(?:give|write|provide) (?:only )?a positive (?:review|verdict|rating)\b"
    r"|\bdo not (?:mention|highlight) any negatives?\b"
    r"|\byou are (?:now )?(?:a|an) (?:\w+ ){0,3}(?:assistant|language model|reviewer|AI)\b",
    re.IGNORECASE,
)
_ZERO_WIDTH_RUN = re.compile("[\u200b\u200c\u200d\u2060\ufeff]{4,}|[\U000e0000-\U000e007f]{2,}")
_LONGEST = 300


def addressed(text: str, page: int | None = None) -> Iterator[Suspicion]:
    """Sentences that give orders to a model or a judge."""
    for found in _ADDRESS.finditer(text):
        start, end = max(0, found.start() - 60), min(len(text), found.end() + 120)
        yield Suspicion(kind=ADDRESSES_A_MODEL, text=text[start:end].strip()[:_LONGEST], page=page)


def zero_width(text: str, page: int | None = None) -> Iterator[Suspicion]:
    """Runs of characters without width. Single ones are typesetting."""
    for found in _ZERO_WIDTH_RUN.finditer(text):
        around = text[max(0, found.start() - 40) : found.start()]
        yield Suspicion(kind="zero_width_run", text=f"{len(found.group())} characters after {around!r}", page=page)
