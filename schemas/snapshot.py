"""A whole run as data: how every paper ended, and the records it stands on. Comparing and evaluating start here."""

from enum import StrEnum

from schemas.base import Part
from schemas.outcome import Decision, Stage
from schemas.review import Finding
from schemas.screening import Verdict
from schemas.task import Algorithm, Metric, Score, Setting


class End(StrEnum):
    """How a paper of a run ended. `passed`: it got as far as the run was asked to go."""

    PACKED = "packed"
    PASSED = "passed"
    NEEDS_REVIEW = "needs_review"
    REJECTED = "rejected"
    FAILED = "failed"
    UNDER_WAY = "under_way"


class JudgedPaper(Part):
    """One paper of a run. `names` are the stems of its files; `rule` and `category` are of its last decision."""

    paper_id: str
    doi: str | None
    names: tuple[str, ...]
    end: End
    stage: Stage | None
    rule: str | None
    category: str | None
    reason: str
    decisions: tuple[Decision, ...]
    verdicts: tuple[Verdict, ...]
    algorithms: tuple[Algorithm, ...]
    settings: tuple[Setting, ...]
    metrics: tuple[Metric, ...]
    scores: tuple[Score, ...]
    findings: tuple[Finding, ...]


class Snapshot(Part):
    """One run: the settings it was last started with, and its papers by id."""

    run: str
    started_at: str
    settings: dict[str, str]
    papers: dict[str, JudgedPaper]
