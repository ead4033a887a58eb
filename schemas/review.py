"""Findings of the adversarial review, and what was changed because of one."""

from enum import StrEnum
from typing import ClassVar

from schemas.base import Record
from schemas.evidence import RULES, Decider, Evidence
from schemas.outcome import Stage


class Severity(StrEnum):
    """`critical` would flip accept and reject, or change A, a test set or a score."""

    CRITICAL = "critical"
    NORMAL = "normal"


class Action(StrEnum):
    """What a finding asks for."""

    UPDATE = "update"
    ADD = "add"
    REMOVE = "remove"


class FindingState(StrEnum):
    """What code did with a finding. `reported`: it holds and asks for no change that code may make."""

    APPLIED = "applied"
    QUEUED = "queued"
    UNGROUNDED = "ungrounded_finding"
    MISFIT = "does_not_fit_schema"
    DISMISSED = "dismissed"
    REPORTED = "reported"


class Finding(Record):
    """One attack on a record. Findings are kept whatever became of them.

    `number` counts the findings of one review and `round` its turns, from 1. `ruling` is why a judge or a person
    settled it as `state` says, and `ruled_by` who that was.
    """

    table: ClassVar[str] = "findings"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "check_id", "field_path", "number")
    version: ClassVar[int] = 2

    check_id: str
    field_path: str
    severity: Severity
    action: Action
    current: str = ""
    recommended: str = ""
    reason: str
    state: FindingState
    evidence: tuple[Evidence, ...] = ()
    decider: Decider = RULES
    number: int = 0
    round: int = 1
    quote: str = ""
    ruling: str = ""
    ruled_by: Decider | None = None


class Amendment(Record):
    """A value of the record that a finding or a person changed: what it was, what it is now, and why.

    `finding` is the number of the finding in the same unit; none where a person decided. `record` and `record_key`
    name the record as it was (table, and its key without the paper). `is_removed`: no record has that key any more.
    The record with the new value stands in the same unit, under its own table.
    """

    table: ClassVar[str] = "amendments"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "stage", "number")

    stage: Stage
    number: int
    field_path: str
    action: Action
    old: str
    new: str
    record: str
    record_key: tuple[str, ...]
    is_removed: bool = False
    finding: int | None = None
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()
    decider: Decider = RULES
