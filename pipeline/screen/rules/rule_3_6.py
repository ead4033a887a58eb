"""Rule 3.6, fits: S below 1 GB, M up to 50 GB, L above. From what the links gave, else from the text.

It has no menu: a size is a fact about the world, and one that the text prints is read by code.
"""

import re

from pipeline.screen.access import evidence_of, listed, open_data
from pipeline.screen.case import Case, Rule, verdict
from pipeline.screen.sentences import Sentence, quote, sentences
from schemas.evidence import Evidence
from schemas.paper import SectionRole
from schemas.screening import Verdict, VerdictCall

_ID = "3.6"
_GB = 10**9
_UNITS = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12, "pb": 10**15}
_SIZE = re.compile(
    r"(?<![\w.])(?P<short>\d[\d,]*(?:\.\d+)?)[\s-]?(?P<prefix>[KMGTP])i?B\b"
    r"|(?<![\w.])(?P<long>\d[\d,]*(?:\.\d+)?)\s(?P<word>mega|giga|tera|peta)bytes?\b",
    re.IGNORECASE,
)
_OF_DATA = re.compile(
    r"\b(?:the|our|this|these|whole|entire|full|total|all|raw|training)\s+(?:\w+\s+){0,3}?(?:data|data\s?sets?|database|corpus"
    r"|archive|files|images|recordings)\b|\btotal(?:s|l?ing)?\b|\bdownload\w*\b",
    re.IGNORECASE,
)
_OF_MACHINES = re.compile(
    r"\b(?:memory|RAM|VRAM|GPUs?|CPUs?|cores?|cards?|servers?|workstations?|machines?|laptop|computer|NVIDIA|disk|bandwidth"
    r"|per\s+second)\b|GB/s",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(r"\bet\s+al\b|\bsimilar\b|\bother\b|\bfuture\b|\bwould\b", re.IGNORECASE)
_PLACES = (SectionRole.METHODS, SectionRole.DATA_AVAILABILITY)
"""Where a size is that of the paper's own data."""


def judge(case: Case) -> Verdict:
    """Bytes of the open links, else sizes that sentences about data print, else unknown."""
    return _by_links(case) or _by_text(case) or _unknown(case)


def size_class(size: int) -> str:
    """S, M or L of a number of bytes."""
    if size < _GB:
        return "S"
    return "M" if size <= 50 * _GB else "L"


def _verdict(case: Case, size: int, source: str, evidence: tuple[Evidence, ...]) -> Verdict:
    label = size_class(size)
    too_large = label == "L"
    reason = f"{size / _GB:.3g} GB by {source}: class {label}."
    call = VerdictCall.REJECT if too_large else VerdictCall.PASS
    return verdict(case, _ID, call, "too_large" if too_large else label, reason, evidence)


def _by_links(case: Case) -> Verdict | None:
    """The sum of what the links hold, as their hosts state it; at least that where one does not."""
    found = open_data(case)
    sized = tuple(link for link in found if link.bytes is not None)
    if not sized:
        return None
    total = sum(link.bytes or 0 for link in sized)
    unsized = tuple(link for link in found if link.bytes is None)
    source = listed(sized) + (f", and an unknown size of {listed(unsized)}" if unsized else "")
    return _verdict(case, total, source, evidence_of(case, sized))


def _by_text(case: Case) -> Verdict | None:
    """The largest size printed. A large one rejects where the statement prints it; Methods may speak of a source."""
    told = [(size, sentence) for sentence in sentences(case.paper, *_PLACES) for size in _sizes(sentence.text)]
    if not told:
        return None
    size, sentence = max(told, key=_first_of)
    evidence = quote(case.paper, sentence.text)
    if size_class(size) == "L" and sentence.role is not SectionRole.DATA_AVAILABILITY:
        reason = f"The text speaks of {size / _GB:.3g} GB; how large is what the main settings need?"
        return verdict(case, _ID, VerdictCall.UNKNOWN, "size_unknown", reason, evidence)
    return _verdict(case, size, "the text", evidence)


def _first_of(pair: tuple[int, Sentence]) -> int:
    return pair[0]


def _sizes(text: str) -> list[int]:
    """The sizes in bytes that a sentence about the paper's own data prints; none where it speaks of a machine."""
    if _OF_MACHINES.search(text) or _OF_OTHERS.search(text) or not _OF_DATA.search(text):
        return []
    return [_bytes(found) for found in _SIZE.finditer(text)]


def _bytes(found: re.Match[str]) -> int:
    number = found["short"] or found["long"]
    unit = (found["prefix"] or found["word"][0]).lower() + "b"
    return int(float(number.replace(",", "")) * _UNITS[unit])


def _unknown(case: Case) -> Verdict:
    reason = "Neither a link nor the text tells how large the data are."
    return verdict(case, _ID, VerdictCall.UNKNOWN, "size_unknown", reason, evidence_of(case, open_data(case)))


RULE = Rule(_ID, 3, "fits", judge)
