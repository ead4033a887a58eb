"""Relative absolute error: the absolute errors over those of the mean of the truth."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def relative_absolute_error(truth: Any, prediction: Any) -> float:
    """Sum of |truth - prediction| / sum of |truth - mean|; undefined where the truth is constant."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.ptp(actual) == 0:
        raise ValueError("the truth is constant")
    return float(np.sum(np.abs(actual - predicted)) / np.sum(np.abs(actual - np.mean(actual))))


METRIC = MetricSpec(
    metric_id="relative_absolute_error",
    title="Relative absolute error",
    aliases=("RAE",),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.VALUES,
    reference="formula",
    compute=relative_absolute_error,
    known=(
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), 1.0, "6 over 2 + 1 + 0 + 3"),
        KnownValue((0.0, -4.0, 10.0), (1.0, 1.0, 4.0), 12 / 16, "12 over 2 + 6 + 8"),
        KnownValue((1.0, 2.0, 3.0), (1.0, 2.0, 4.0), 0.5, "1 over 2"),
        KnownValue((2.0, 2.0), (2.0, 2.0), None, "constant truth"),
        KnownValue((), (), None, "no rows"),
    ),
    no_skill=1.0,
    is_fraction=True,
)
