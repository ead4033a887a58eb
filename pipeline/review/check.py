"""What a check of the review declares, what it gets to see, and how it states a finding."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pipeline.review.reviewer import Reviewer, TextPart
from schemas.data import DataComponent
from schemas.evidence import Evidence
from schemas.paper import Paper
from schemas.review import Action, Finding, FindingState, Severity
from schemas.screening import Verdict
from schemas.task import Score, Task


@dataclass(frozen=True)
class Case:
    """A record under attack: the paper, the task tuple as it stands, what it rests on, and who may be asked."""

    paper: Paper
    task: Task
    verdicts: tuple[Verdict, ...] = ()
    components: tuple[DataComponent, ...] = ()
    reviewer: Reviewer | None = None

    def asked(self, check_id: str, part: TextPart) -> Iterable[Finding]:
        """What the reviewer claims for one check. Checks of one part of the text share its one prompt."""
        if self.reviewer is None:
            return ()
        return self.reviewer.findings(check_id, part, self.paper, self.task, self.verdicts)


@dataclass(frozen=True)
class Check:
    """A check. `pipeline/review/checks/<id>_<name>.py` holds one `CHECK`; the ids are those of the review spec.

    `attack` returns what it found. It decides nothing: grounding, state and the decision are the stage's. `paths` is a
    pattern of the field paths that a finding of a model may name under this check. `by_code`: it has a deterministic
    half, which runs without any model.
    """

    check_id: str
    title: str
    attack: Callable[[Case], Iterable[Finding]]
    paths: str = r".+"
    by_code: bool = False

    def speaks_of(self, field_path: str) -> bool:
        """True where a field is this check's business."""
        return re.fullmatch(self.paths, field_path) is not None


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
