"""Is this the full text? An abstract, a landing page or a supplement is not."""

import re

from schemas.paper import Paper, SectionRole

_NOT_BODY = {SectionRole.ABSTRACT, SectionRole.REFERENCES, SectionRole.DATA_AVAILABILITY, SectionRole.CODE_AVAILABILITY}
_SUPPLEMENT = re.compile(
    r"^(supplement(ary|al)? (information|materials?|data|figures?|tables?|text|notes?|methods)|supporting information"
    r"|appendix)\b",
    re.IGNORECASE,
)
_SHORTEST_BODY = 1500


def is_supplement(paper: Paper) -> bool:
    """True for a document whose title says that it is the supplement of a paper."""
    return bool(_SUPPLEMENT.match(paper.title))


def body_length(paper: Paper) -> int:
    """The number of characters in the paragraphs of the body."""
    return sum(len(b.text) for s in paper.sections if s.role not in _NOT_BODY for b in s.blocks)


def what_is_missing(paper: Paper) -> str | None:
    """What keeps a document from being a full paper, in words; None for a full text.

    A short note with a body is complete: what kind of article it is, screening decides.
    """
    if is_supplement(paper):
        return "it is the supplement of a paper"
    body = body_length(paper)
    if body < _SHORTEST_BODY:
        return f"its body has {body:,} characters, so only an abstract or a landing page seems to be there"
    return None
