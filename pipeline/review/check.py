"""What a check of the review declares, and how it states a finding."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from schemas.evidence import Evidence
from schemas.paper import Paper
from schemas.review import Action, Finding, FindingState, Severity
from schemas.task import Score, Task


@dataclass(frozen=True)
class Check:
    """A check. `pipeline/review/checks/<id>_<name>.py` holds one `CHECK`; the ids are those of the review spec.

    `attack` returns what it found. It decides nothing: grounding, state and the decision are the stage's.
    """

    check_id: str
    title: str
    attack: Callable[[Paper, Task], Iterable[Finding]]


def finding(
    paper: Paper,
    check_id: str,
    field_path: str,
    severity: Severity,
    reason: str,
    *,
    current: str = "",
    recommended: str = "",
    action: Action = Action.UPDATE,
    evidence: tuple[Evidence, ...] = (),
) -> Finding:
    """A finding of deterministic code. Its state is set by the stage."""
    return Finding(
        paper_id=paper.paper_id,
        check_id=check_id,
        field_path=field_path,
        severity=severity,
        action=action,
        current=current,
        recommended=recommended,
        reason=reason,
        state=FindingState.REPORTED,
        evidence=evidence,
    )


def path_of(score: Score) -> str:
    """The field path of a score: its key."""
    return f"scores.{score.setting_id}.{score.metric_id}.{score.method}"
