"""What became of a paper at a stage, and at the end."""

from enum import StrEnum
from typing import ClassVar

from schemas.base import Part, Record
from schemas.evidence import RULES, Decider, Evidence


class Stage(StrEnum):
    """The stages in their order."""

    INTAKE = "intake"
    SCREEN = "screen"
    EXTRACT = "extract"
    REVIEW = "review"
    VERIFY = "verify"
    PACK = "pack"


class Outcome(StrEnum):
    """How a paper ends. `failed` is our fault or the world's: never a rejection, always retried."""

    PACKED = "packed"
    REJECTED = "rejected"
    NEEDS_REVIEW = "needs_review"
    FAILED = "failed"


class Call(StrEnum):
    """What a stage says: go on, or stop the paper here."""

    ADVANCE = "advance"
    REJECT = "reject"
    REVIEW = "review"


class Question(Part):
    """One thing that only a human can decide: what is missing, where to look, and the field that would answer it.

    `field` is the path of a curation entry (see `schemas.curation`), for example `scores` or `verdicts.3.1`.
    `choices` are the proposals to choose from, a line each with what speaks for it.
    """

    field: str
    question: str
    rule: str | None = None
    evidence: tuple[Evidence, ...] = ()
    choices: tuple[str, ...] = ()


class Decision(Record):
    """The last word of one stage on one paper. Every unit of work writes exactly one."""

    table: ClassVar[str] = "decisions"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "stage")
    version: ClassVar[int] = 2

    stage: Stage
    call: Call
    rule: str | None = None
    category: str | None = None
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()
    questions: tuple[Question, ...] = ()
    decider: Decider = RULES


def advance(paper_id: str, stage: Stage, reason: str) -> Decision:
    """The paper goes on to the next stage."""
    return Decision(paper_id=paper_id, stage=stage, call=Call.ADVANCE, reason=reason)


def ask(paper_id: str, stage: Stage, category: str, questions: tuple[Question, ...]) -> Decision:
    """The paper waits for a human; the reason is the questions in one line."""
    reason = "; ".join(question.question for question in questions)
    rules = tuple(dict.fromkeys(question.rule for question in questions if question.rule))
    return Decision(
        paper_id=paper_id,
        stage=stage,
        call=Call.REVIEW,
        rule=rules[0] if rules else None,
        category=category,
        reason=reason,
        questions=questions,
        evidence=tuple(item for question in questions for item in question.evidence),
    )
