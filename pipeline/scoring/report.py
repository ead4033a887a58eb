"""Joins the scores of an evaluator with the marks and the leaderboard of its pack."""

from collections.abc import Sequence

from pipeline.scoring.model import InstanceResult, InstanceScoring, LeaderboardRow, MetricResult, MetricScoring, Scores
from pipeline.scoring.normalisations import normalisations
from pipeline.scoring.normalisations.medal import medal
from pipeline.scoring.normalisations.progress_rate import progress_rate
from pipeline.scoring.normalisations.rank import standing
from schemas.errors import StalledError


def instance_result(
    marks: InstanceScoring,
    scores: Scores,
    rows: Sequence[LeaderboardRow],
    primary_metric: str,
    hours: float | None = None,
) -> InstanceResult:
    """The results of one instance; with the hours that it took to get there, also the progress rate.

    Raises StalledError where the evaluator does not know the instance or a metric.
    """
    found = scores.get(marks.instance)
    if found is None:
        raise StalledError(f"the evaluator gives no scores for {marks.instance}", "Build the pack again.")
    results = []
    for metric in marks.metrics:
        if metric.metric not in found:
            raise StalledError(f"the evaluator gives no {metric.metric} for {marks.instance}", "Build the pack again.")
        value = found[metric.metric]
        own = [row for row in rows if (row.instance, row.metric) == (marks.instance, metric.metric)]
        number = None if value is None else float(value)
        results.append(_metric_result(number, metric, own, metric.metric == primary_metric, hours))
    error = found.get("error")
    return InstanceResult(instance=marks.instance, metrics=tuple(results), error=None if error is None else str(error))


def mean_gap(instances: Sequence[InstanceResult]) -> float | None:
    """Mean gap of the primary metric over the instances that have a SOTA; None where none has."""
    gaps = [instance.primary.gap for instance in instances if instance.primary.gap is not None]
    return sum(gaps) / len(gaps) if gaps else None


def _metric_result(
    value: float | None, marks: MetricScoring, rows: Sequence[LeaderboardRow], is_primary: bool, hours: float | None
) -> MetricResult:
    place = standing(value, rows, marks.direction) if value is not None and rows else None
    normalised = {name: normalise(value, marks) for name, normalise in normalisations().items()}
    if hours is not None:
        normalised["progress_rate"] = _progress(value, marks, hours)
    return MetricResult(
        metric=marks.metric,
        is_primary=is_primary,
        value=value,
        sota=marks.sota,
        sota_method=marks.sota_method,
        baseline=marks.baseline,
        baseline_method=marks.baseline_method,
        gap=normalised["gap"],
        is_sota_as_printed=_is_as_printed(value, marks),
        normalised=normalised,
        standing=place and place.model_copy(update={"medal": medal(value, marks, rows)}),
    )


def _progress(value: float | None, marks: MetricScoring, hours: float) -> float | None:
    """From the best baseline on, over its distance to the SOTA; None where there is no such distance."""
    if marks.sota is None or marks.baseline is None or marks.sota == marks.baseline:
        return None
    return progress_rate(marks.baseline, value, hours, abs(marks.sota - marks.baseline), marks.direction)


def _is_as_printed(value: float | None, marks: MetricScoring) -> bool:
    """True where the value lies within half a printed digit of the SOTA (and the width of a float)."""
    if value is None or marks.sota is None or marks.resolution is None:
        return False
    return abs(value - marks.sota) <= marks.resolution / 2 * (1 + 1e-9)
