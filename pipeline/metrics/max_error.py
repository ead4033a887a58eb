"""Maximum absolute error."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def max_error(truth: Any, prediction: Any) -> float:
    """Largest |truth - prediction|, in the unit of the target."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    return float(np.max(np.abs(actual - predicted)))


METRIC = MetricSpec(
    metric_id="max_error",
    title="Maximum error",
    aliases=("max error", "maximum absolute error", "MaxAE", "max AE", "max. absolute error"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.VALUES,
    reference="sklearn.metrics.max_error",
    compute=max_error,
    known=(
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), 3.0, "errors 1, 0, 2, 3"),
        KnownValue((0.0, -4.0, 10.0), (1.0, 1.0, 4.0), 6.0, "errors 1, 5, 6"),
        KnownValue((2.0, 2.0), (2.0, 2.0), 0.0, "exact"),
        KnownValue((), (), None, "no rows"),
    ),
)
