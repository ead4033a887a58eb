"""Sentences of a paper, and the ones that match: what every rule quotes from."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from schemas.evidence import Evidence
from schemas.paper import Paper, SectionRole

BODY = tuple(role for role in SectionRole if role not in {SectionRole.REFERENCES})
"""Everything the authors say themselves."""

CLAIMS = (SectionRole.ABSTRACT, SectionRole.INTRODUCTION, SectionRole.DISCUSSION, SectionRole.OTHER)
"""Where authors say what a paper is about."""

OWN_WORK = (SectionRole.ABSTRACT, SectionRole.METHODS, SectionRole.RESULTS)
"""Where authors say what they did, not what others do."""

"""Where authors say how to get data and code."""

_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|et al|etc|cf|vs|approx|resp|Figs?|Eqs?|Refs?|Tabs?|Secs?|No|Nos|Dr|Prof|ca|St|[A-Z])\.$"
)
_END = re.compile(r"[.!?][\"')\]”’]*\s+(?=[\"'(\[“‘•–-]*[A-Z0-9])")


@dataclass(frozen=True)
class Sentence:
    """One sentence and the section it stands in."""

    text: str
    role: SectionRole
    section: str


@lru_cache(maxsize=16384)
def split(text: str) -> tuple[str, ...]:
    """The sentences of a block. Abbreviations do not end one; joined without white space they are the block."""
    starts = [0]
    for found in _END.finditer(text):
        if not _ABBREVIATION.search(text[: found.start() + 1]):
            starts.append(found.end())
    ends = [*starts[1:], len(text)]
    return tuple(part for start, end in zip(starts, ends, strict=True) if (part := text[start:end].strip()))


def sentences(paper: Paper, *roles: SectionRole) -> tuple[Sentence, ...]:
    """The sentences of the sections with these roles (all but the references when none is given), in order."""
    wanted = roles or BODY
    return tuple(
        Sentence(text, section.role, section.path)
        for section in paper.sections
        if section.role in wanted
        for block in section.blocks
        for text in split(block.text)
    )


def matching(paper: Paper, pattern: re.Pattern[str], *roles: SectionRole) -> Iterator[Sentence]:
    """The sentences that a pattern is found in."""
    return (sentence for sentence in sentences(paper, *roles) if pattern.search(sentence.text))


def first(paper: Paper, test: Callable[[str], object], *roles: SectionRole) -> Sentence | None:
    """The first sentence that passes a test."""
    return next((sentence for sentence in sentences(paper, *roles) if test(sentence.text)), None)


def quote(paper: Paper, *texts: str) -> tuple[Evidence, ...]:
    """Each text as evidence with its first place. A text that does not stand in the paper gives none."""
    return tuple(evidence for text in texts for evidence in paper.find(text)[:1])
