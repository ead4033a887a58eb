"""The task as a short noun phrase, from the title or the abstract, without the name of the method."""

import re
from collections.abc import Iterable

from pipeline.results.algorithm import sentences_of
from schemas.paper import Paper, SectionRole

_HEAD = (
    r"(?:prediction|classification|segmentation|detection|recognition|regression|identification|estimation|forecasting|"
    r"reconstruction|retrieval|ranking|clustering|generation|translation|localization|localisation|diagnosis|"
    r"annotation|imputation|tracking|registration|denoising|inference|recommendation|summarization|extraction|"
    r"screening|design|discovery|alignment|scoring|matching|tagging|parsing|answering|adaptation|interpolation)"
)
_BREAK = (
    r"(?:a|an|the|for|of|in|on|with|by|using|via|from|to|and|or|through|based|improving|improved|improve|enhancing|"
    r"enhanced|accurate|accurately|fast|robust|novel|new|efficient|towards?|better|deep|learning|network|networks|"
    r"method|model|approach|automatic|automated|is|are|as|their|its|this|that|boosting|learning-based|neural|"
    r"unsupervised|semi-supervised|self-supervised|supervised|our|we|can|guided|aware|end-to-end|high|highly)"
)
_BEFORE = re.compile(rf"(?P<words>(?:[\w'\u2019/-]+\s+){{0,7}})(?P<head>{_HEAD})s?\b", re.IGNORECASE)
_AFTER = re.compile(
    rf"\b(?P<head>{_HEAD})s?\s+of\s+(?:the\s|an?\s)?(?P<words>[\w'-]+(?:\s[\w'-]+){{0,4}})", re.IGNORECASE
)
_VERB = re.compile(
    r"\b(?:to|that|which)\s+(?P<verb>predict|classif(?:y|ies)|segment|detect|identif(?:y|ies)|estimate|forecast)s?\s+"
    r"(?:the\s|an?\s)?(?P<words>[\w'-]+(?:\s[\w'-]+){0,4})",
    re.IGNORECASE,
)
_NOUNS = {"predict": "prediction", "segment": "segmentation", "detect": "detection", "estimate": "estimation"}
_NOUNS |= {"forecast": "forecasting", "classif": "classification", "identif": "identification"}
_MOST_WORDS = 8


def task_phrase(paper: Paper) -> str:
    """At most eight words such as `protein structure prediction`; empty where no phrase of that form is found."""
    texts = (paper.title, *(sentence for sentence, _ in sentences_of(paper, SectionRole.ABSTRACT)))
    title = re.sub(r"^[^:]{1,40}:\s", "", paper.title)
    for text in (title, *texts[1:]):
        for phrase in _phrases(text):
            words = phrase.split()
            if 2 <= len(words) <= _MOST_WORDS:
                return phrase
    return ""


def _phrases(text: str) -> Iterable[str]:
    for match in _BEFORE.finditer(text):
        yield _phrase(match["words"].split(), match["head"])
    for match in _AFTER.finditer(text):
        yield _phrase(list(reversed(_until_break(match["words"].split()))), match["head"], is_reversed=True)
    for match in _VERB.finditer(text):
        noun = next((noun for stem, noun in _NOUNS.items() if match["verb"].casefold().startswith(stem)), "")
        yield _phrase(list(reversed(_until_break(match["words"].split()))), noun, is_reversed=True)


def _until_break(words: list[str]) -> list[str]:
    kept: list[str] = []
    for word in words:
        if re.fullmatch(_BREAK, word, re.IGNORECASE):
            break
        kept.append(word)
    return kept


def _phrase(words: list[str], head: str, is_reversed: bool = False) -> str:
    """The words that belong to the head noun: back from it to the first word that breaks the phrase."""
    kept = words if is_reversed else _until_break(list(reversed(words)))
    ordered = list(reversed(kept))
    if not ordered:
        return ""
    ordered[-1] = _singular(ordered[-1])
    return " ".join((*map(_lowered, ordered), head.casefold()))


def _singular(word: str) -> str:
    """A plural before a head noun reads as a singular: `sites prediction` is `site prediction`."""
    if re.search(r"[A-Z].*[A-Z]", word) or word in {"series", "species"} or len(word) < 4:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if re.search(r"[^siu]s$", word) else word


def _lowered(word: str) -> str:
    """Lower case, unless capitals carry meaning (`DNA`, `mRNA`)."""
    return word if re.search(r"[A-Z].*[A-Z]|\d", word) or re.search(r"[a-z][A-Z]", word) else word.casefold()
