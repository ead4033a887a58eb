"""Findings of the adversarial review."""

from enum import StrEnum
from typing import ClassVar

from schemas.base import Record
from schemas.evidence import RULES, Decider, Evidence


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
    """One attack on a record. Findings are kept whatever became of them."""

    table: ClassVar[str] = "findings"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "check_id", "field_path")

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
