"""What screening says of a paper: one verdict per rule."""

from enum import StrEnum
from typing import ClassVar

from schemas.base import Record
from schemas.evidence import RULES, Decider, Evidence


class VerdictCall(StrEnum):
    """`unknown` is not a pass: it sends the paper to a human."""

    PASS = "pass"
    REJECT = "reject"
    UNKNOWN = "unknown"


class Verdict(Record):
    """One rule's verdict, with the sentence or table cell it rests on."""

    table: ClassVar[str] = "verdicts"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "rule")

    rule: str
    level: int
    call: VerdictCall
    category: str
    reason: str
    evidence: tuple[Evidence, ...] = ()
    decider: Decider = RULES
