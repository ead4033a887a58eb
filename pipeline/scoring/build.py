"""From the task tuple to the files of a pack: the marks of every metric, and the leaderboard."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence

from pipeline.metrics import registry
from pipeline.scoring.model import SURPASS_ABOVE, InstanceScoring, LeaderboardRow, MetricScoring, ScoringFile
from pipeline.scoring.normalisations.gap import normalise as gap
from schemas.task import MethodRole, Metric, Protocol, Score, Setting, Task

COLUMNS = tuple(LeaderboardRow.model_fields)
RANKED = (MethodRole.PROPOSED, MethodRole.VARIANT, MethodRole.BASELINE)
"""Roles on the leaderboard. Ablations and bounds are no competitors."""

_NUMBER = re.compile(r"[-\u2212]?\d*[.,]?\d+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?:\D|$))")

FOLDS = "the SOTA is a mean over folds, and this instance is one of them"
"""A warning of settings that the paper cross-validates: only one fold can be an instance, since the others train on
its answers."""

Floors = Mapping[tuple[str, str], float]


def scoring_file(task: Task, floors: Floors | None = None) -> ScoringFile:
    """The marks of every metric that has a score in a setting.

    `floors`, by (setting id, metric id), are measured scores of a predictor without information; where one is
    missing, the metric's own no-skill value stands in. Raises ValueError for a metric outside the registry.
    """
    instances = (
        InstanceScoring(
            instance=setting.setting_id,
            metrics=tuple(_marks(task, setting, metric, floors or {}) for metric in _scored(task, setting)),
        )
        for setting in task.settings
    )
    return ScoringFile(primary_metric=task.primary.metric_id, instances=tuple(instances))


def leaderboard_rows(task: Task) -> tuple[LeaderboardRow, ...]:
    """The ranked methods of every setting and metric."""
    return tuple(
        row for setting in task.settings for metric in _scored(task, setting) for row in _rows(task, setting, metric)
    )


def leaderboard_csv(rows: Sequence[LeaderboardRow]) -> str:
    """The text of `leaderboard.csv`."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.model_dump(mode="json") for row in rows)
    return text.getvalue()


def resolution(printed: str, value: float) -> float | None:
    """The unit of the last printed digit, in the unit of the value: 0.01 for `0.36`, 0.001 for `35.6` read as 0.356."""
    plain = _THOUSANDS.sub("", printed) if "." in printed else printed
    found = _NUMBER.search(plain)
    if found is None:
        return None
    text = found[0].replace(",", ".").replace("\u2212", "-")
    unit = 10.0 ** -len(text.partition(".")[2])
    return unit * abs(value / float(text)) if float(text) else None


def _scored(task: Task, setting: Setting) -> list[Metric]:
    """The metrics of a setting that have a score, and the primary one in any case."""
    return [m for m in task.metrics if m.is_primary or task.scores_of(setting.setting_id, m.metric_id)]


def _ranked(task: Task, setting: Setting, metric: Metric) -> list[Score]:
    scores = task.scores_of(setting.setting_id, metric.metric_id)
    return [score for score in scores if score.role in RANKED]


def _marks(task: Task, setting: Setting, metric: Metric, floors: Floors) -> MetricScoring:
    spec = registry().get(metric.metric_id)
    if spec is None:
        raise ValueError(f"no metric is called {metric.metric_id!r}")
    sota = task.sota(setting.setting_id, metric.metric_id)
    baseline = task.best_baseline(setting.setting_id, metric.metric_id)
    ranked = _ranked(task, setting, metric)
    marks = MetricScoring(
        metric=metric.metric_id,
        direction=metric.direction,
        low=spec.low,
        high=spec.high,
        optimum=spec.optimum,
        floor=floors.get((setting.setting_id, metric.metric_id), spec.no_skill),
        worst=ranked[-1].value if ranked else None,
        sota=sota.value if sota else None,
        sota_method=sota.method if sota else None,
        resolution=resolution(sota.printed, sota.value) if sota else None,
        baseline=baseline.value if baseline else None,
        baseline_method=baseline.method if baseline else None,
    )
    folds = (FOLDS,) if setting.protocol is Protocol.KFOLD and sota else ()
    return marks.model_copy(update={"warnings": (*folds, *_warnings(marks))})


def _warnings(marks: MetricScoring) -> Iterator[str]:
    """What makes a normalised score odd, said when the pack is built and not when it is scored."""
    if marks.baseline is None:
        yield "no baseline: improvement over it is undefined"
    if marks.sota is None:
        yield "no SOTA score: the gap is undefined"
        return
    if marks.sota == 0:
        yield "the SOTA is 0: the gap is taken relative to the distance from the optimum"
    if marks.sota < 0:
        yield "the SOTA is negative: the ratio is undefined, the gap is relative to its size"
    attainable = None if marks.optimum is None else gap(marks.optimum, marks)
    if attainable is not None and attainable <= SURPASS_ABOVE:
        yield f"the optimum allows a gap of {attainable:.3f}: surpassing ({SURPASS_ABOVE}) is out of reach"


def _rows(task: Task, setting: Setting, metric: Metric) -> Iterator[LeaderboardRow]:
    scores = _ranked(task, setting, metric)
    for score in scores:
        yield LeaderboardRow(
            instance=setting.setting_id,
            metric=metric.metric_id,
            rank=1 + sum(metric.direction.sign * (other.value - score.value) > 0 for other in scores),
            method=score.method,
            role=score.role,
            value=score.value,
        )
