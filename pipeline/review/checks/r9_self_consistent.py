"""R9: the record agrees with itself: references, one primary metric, ranges, bold marks, claims."""

import re
from collections.abc import Callable, Iterable

from pipeline.results.algorithm import sentences_of
from pipeline.results.labels import contains_name
from pipeline.results.metric_names import named_by_id
from pipeline.review.check import Case, Check, finding, path_of
from pipeline.review.parts import SCORES
from schemas.evidence import Evidence
from schemas.paper import Cell, Paper, SectionRole
from schemas.review import Finding, Severity
from schemas.task import Direction, Metric, Score, Task

CLAIM = "scores.claim"
"""The field path of a record that does not bear out what the abstract claims."""

_CLAIM = re.compile(
    r"\boutperform|\bstate[- ]of[- ]the[- ]art|\bsuperior to\b|\bbest (?:performance|results?)\b", re.IGNORECASE
)


def _attack(case: Case) -> Iterable[Finding]:
    """By code first, which costs nothing; what only a reader sees is the reviewer's."""
    tests: tuple[Callable[[Paper, Task], Iterable[Finding]], ...] = (
        _references,
        _one_primary,
        _numbers,
        _lead_scores,
        _arrows,
        _bold_marks,
        _claims,
    )
    for test in tests:
        yield from test(case.paper, case.task)
    yield from case.asked("R9", SCORES)


def _references(paper: Paper, task: Task) -> Iterable[Finding]:
    """Every score belongs to a setting and a metric of the record."""
    settings = {setting.setting_id for setting in task.settings}
    metrics = {metric.metric_id for metric in task.metrics}
    for score in task.scores:
        if score.setting_id not in settings:
            yield _critical(paper, score, "setting_id", f"no setting {score.setting_id!r} in the record")
        if score.metric_id not in metrics:
            yield _critical(paper, score, "metric_id", f"no metric {score.metric_id!r} in the record")


def _one_primary(paper: Paper, task: Task) -> Iterable[Finding]:
    primary = [metric.metric_id for metric in task.metrics if metric.is_primary]
    if len(primary) != 1:
        reason = f"{len(primary)} metrics are primary, and one has to be"
        yield finding(paper, "R9", "metrics.is_primary", Severity.CRITICAL, reason, current=", ".join(primary))


def _numbers(paper: Paper, task: Task) -> Iterable[Finding]:
    """Values in range, spreads not negative, intervals around their value."""
    for score in task.scores:
        metric = named_by_id(score.metric_id)
        low, high = (metric.low, metric.high) if metric else (None, None)
        if (low is not None and score.value < low) or (high is not None and score.value > high):
            yield _critical(paper, score, "value", f"{score.value:g} lies outside [{low}, {high}]")
        if score.spread is not None and score.spread < 0:
            yield _critical(paper, score, "spread", f"a spread of {score.spread:g} is negative")
        if score.low is not None and score.high is not None and not score.low <= score.value <= score.high:
            yield _critical(paper, score, "low", f"{score.value:g} lies outside its interval")


def _lead_scores(paper: Paper, task: Task) -> Iterable[Finding]:
    """The method the paper leads with has a score of each metric in each setting that reports the metric."""
    for setting in task.settings:
        for metric in task.metrics:
            scores = task.scores_of(setting.setting_id, metric.metric_id)
            if scores and task.sota(setting.setting_id, metric.metric_id) is None:
                severity = Severity.CRITICAL if metric.is_primary else Severity.NORMAL
                path = f"scores.{setting.setting_id}.{metric.metric_id}"
                reason = f"{metric.printed} in {setting.name} has scores, but none of {task.algorithm.name}"
                yield finding(paper, "R9", path, severity, reason, evidence=scores[0].evidence)


def _arrows(paper: Paper, task: Task) -> Iterable[Finding]:
    """An arrow in a header says which way is better, and the record has to agree."""
    arrows = {Direction.HIGHER: "\u2193", Direction.LOWER: "\u2191"}
    for metric in task.metrics:
        against = [item for item in metric.evidence if arrows[metric.direction] in item.quote]
        if against:
            reason = f"the header {against[0].quote!r} points the other way"
            path = f"metrics.{metric.metric_id}.direction"
            yield finding(
                paper, "R9", path, Severity.CRITICAL, reason, current=metric.direction, evidence=tuple(against)
            )


def _bold_marks(paper: Paper, task: Task) -> Iterable[Finding]:
    """Bold marks the best score; where it marks the worst one, the direction is wrong or bold means something else."""
    for setting in task.settings:
        for metric in task.metrics:
            scores = task.scores_of(setting.setting_id, metric.metric_id)
            bold = [score for score in scores if _is_bold(paper, score)]
            if len(scores) < 3 or len(bold) != 1 or bold[0].value == scores[0].value:
                continue
            yield _bold_finding(paper, metric, bold[0], scores)


def _bold_finding(paper: Paper, metric: Metric, bold: Score, scores: tuple[Score, ...]) -> Finding:
    is_worst = bold.value == scores[-1].value
    rank = "the worst" if is_worst else "neither the best nor the worst"
    reason = f"the only bold score, {bold.printed} of {bold.method}, is {rank} if {metric.direction} is better"
    severity = Severity.CRITICAL if is_worst else Severity.NORMAL
    path = f"metrics.{metric.metric_id}.direction.{bold.setting_id}"
    return finding(paper, "R9", path, severity, reason, current=metric.direction, evidence=bold.evidence)


def _claims(paper: Paper, task: Task) -> Iterable[Finding]:
    """An abstract that claims the best results, and a record in which the method nowhere leads on the primary."""
    if sum(metric.is_primary for metric in task.metrics) != 1:
        return
    claim = _claim(paper, task.algorithm.name)
    pairs = [
        (own, other)
        for setting in task.settings
        if (own := task.sota(setting.setting_id, task.primary.metric_id))
        and (other := task.best_baseline(setting.setting_id, task.primary.metric_id))
    ]
    sign = task.primary.direction.sign
    if claim and pairs and all(sign * own.value < sign * other.value for own, other in pairs):
        own, other = pairs[0]
        reason = f"the paper claims the best results; {own.method} has {own.printed}, {other.method} {other.printed}"
        evidence = (claim, *own.evidence, *other.evidence)
        yield finding(paper, "R9", CLAIM, Severity.CRITICAL, reason, evidence=evidence)


def _claim(paper: Paper, name: str) -> Evidence | None:
    sentences = sentences_of(paper, SectionRole.ABSTRACT)
    made = (
        Evidence(quote=text, place=place)
        for text, place in sentences
        if _CLAIM.search(text) and (contains_name(text, name) or re.search(r"\b[Oo]ur\b|\b[Ww]e\b", text))
    )
    return next(made, None)


def _is_bold(paper: Paper, score: Score) -> bool:
    return any(cell.bold for cell in _cells(paper, score))


def _cells(paper: Paper, score: Score) -> Iterable[Cell]:
    for item in score.evidence:
        for table in paper.tables:
            if table.label == item.place.table:
                at = (cell for cell in table.cells if cell.text == item.quote)
                yield from (cell for cell in at if table.place(cell.row, cell.column) == item.place)


def _critical(paper: Paper, score: Score, field: str, reason: str) -> Finding:
    return finding(
        paper,
        "R9",
        f"{path_of(score)}.{field}",
        Severity.CRITICAL,
        reason,
        current=score.printed,
        evidence=score.evidence,
    )


CHECK = Check(
    check_id="R9", title="the record agrees with itself", attack=_attack, paths=r"(?:metrics|scores)\..+", by_code=True
)
