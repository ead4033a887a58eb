"""Root mean squared error."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def rmse(truth: Any, prediction: Any) -> float:
    """Square root of the mean squared difference, in the unit of the target."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    return float(np.sqrt(np.mean((actual - predicted) ** 2)))


METRIC = MetricSpec(
    metric_id="rmse",
    title="Root mean squared error",
    aliases=("RMSE", "root mean square error", "root-mean-square deviation", "root mean squared errors", "test RMSE"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.VALUES,
    reference="sklearn.metrics.root_mean_squared_error",
    compute=rmse,
    known=(
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), 3.5**0.5, "errors 1, 0, 2, 3"),
        KnownValue((0.0, -4.0, 10.0), (1.0, 1.0, 4.0), (62 / 3) ** 0.5, "errors 1, 5, 6"),
        KnownValue((2.0, 2.0), (2.0, 2.0), 0.0, "exact"),
        KnownValue((), (), None, "no rows"),
    ),
)
