"""What a model quotes, held against the paper: the quote stands there word for word, or nothing rests on it."""

from dataclasses import dataclass

from pipeline.asking.passages import speaks_to_a_model
from schemas.evidence import Evidence
from schemas.paper import Paper, SectionRole

_LEAST_LETTERS = 15
_LEAST_WORDS = 3


@dataclass(frozen=True)
class Claimed:
    """A quote after the check: its evidence, or the problem, as the model is told of it."""

    evidence: tuple[Evidence, ...] = ()
    problem: str = ""


def grounded(paper: Paper, quote: str) -> Claimed:
    """The first place of a quote outside the reference list. Too short a quote shows nothing and counts as none."""
    text = quote.strip()
    if len(text) < _LEAST_LETTERS or len(text.split()) < _LEAST_WORDS:
        return Claimed(problem=f"the quote {text!r} is too short to show anything")
    if speaks_to_a_model(paper, text):
        return Claimed(problem="the quoted passage addresses a model or is hidden from readers; it is no evidence")
    found = paper.find(text)
    if not found:
        return Claimed(problem=f"the quote {text[:80]!r} does not stand in the paper word for word, in one paragraph")
    references = {section.path for section in paper.sections_of(SectionRole.REFERENCES)}
    own = tuple(item for item in found if item.place.section not in references)
    return Claimed(own[:1]) if own else Claimed(problem="the quote stands in the reference list only")
