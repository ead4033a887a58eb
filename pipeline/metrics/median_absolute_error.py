"""Median absolute error."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def median_absolute_error(truth: Any, prediction: Any) -> float:
    """Median of |truth - prediction|, in the unit of the target."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    return float(np.median(np.abs(actual - predicted)))


METRIC = MetricSpec(
    metric_id="median_absolute_error",
    title="Median absolute error",
    aliases=("MedAE", "median AE", "MdAE", "median abs. error"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.VALUES,
    reference="sklearn.metrics.median_absolute_error",
    compute=median_absolute_error,
    known=(
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), 1.5, "errors 1, 0, 2, 3"),
        KnownValue((0.0, -4.0, 10.0), (1.0, 1.0, 4.0), 5.0, "errors 1, 5, 6"),
        KnownValue((1.0, 2.0, 3.0), (1.0, 2.0, 9.0), 0.0, "errors 0, 0, 6"),
        KnownValue((), (), None, "no rows"),
    ),
)
