"""Mean absolute error."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def mae(truth: Any, prediction: Any) -> float:
    """Mean of |truth - prediction|, in the unit of the target."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    return float(np.mean(np.abs(actual - predicted)))


METRIC = MetricSpec(
    metric_id="mae",
    title="Mean absolute error",
    aliases=("MAE", "mean absolute errors", "mean abs. error", "average absolute error", "L1 error", "test MAE"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.VALUES,
    reference="sklearn.metrics.mean_absolute_error",
    compute=mae,
    known=(
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), 1.5, "errors 1, 0, 2, 3"),
        KnownValue((0.0, -4.0, 10.0), (1.0, 1.0, 4.0), 4.0, "errors 1, 5, 6"),
        KnownValue((2.0, 2.0), (2.0, 2.0), 0.0, "exact"),
        KnownValue((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 1 / 3, "errors 1, 0, 0"),
        KnownValue((), (), None, "no rows"),
    ),
)
