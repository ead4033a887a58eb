"""Percent or fraction: the factor that brings the printed scores of one metric into the metric's own range."""

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.results.metric_names import NamedMetric
from pipeline.results.score_string import ParsedScore


@dataclass(frozen=True)
class Scale:
    """The factor from print to range; None where the scores fit neither as fractions nor as percent."""

    factor: float | None
    reason: str


def scale_of(metric: NamedMetric, label: str, scores: Iterable[ParsedScore]) -> Scale:
    """One factor for a metric in a table: its scores are printed alike, so one of 85.2 makes all of them percent."""
    values = [abs(score.value) for score in scores if score.value is not None]
    if not metric.is_fraction or metric.high is None:
        return Scale(1.0, "the metric is printed in its own unit")
    is_marked = "%" in label
    largest = max(values, default=0.0)
    if largest > 100 * metric.high:
        return Scale(None, f"{largest:g} is above 100 %")
    if largest > metric.high:
        return Scale(0.01, f"{largest:g} lies above {metric.high:g}, so the scores are percent")
    if is_marked and largest > 0:
        return Scale(None, f"the header says percent, but no score is above {metric.high:g}")
    return Scale(1.0, f"no score lies above {metric.high:g}, so they are fractions")


def scaled(number: float | None, factor: float) -> float | None:
    """A printed number in the metric's range, without the noise of binary fractions."""
    return None if number is None else round(number * factor, 12)
