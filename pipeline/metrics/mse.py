"""Mean squared error."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def mse(truth: Any, prediction: Any) -> float:
    """Mean of (truth - prediction) squared, in the squared unit of the target."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    return float(np.mean((actual - predicted) ** 2))


METRIC = MetricSpec(
    metric_id="mse",
    title="Mean squared error",
    aliases=("MSE", "mean square error", "test MSE", "L2 error", "mean squared errors"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.VALUES,
    reference="sklearn.metrics.mean_squared_error",
    compute=mse,
    known=(
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), 3.5, "errors 1, 0, 2, 3"),
        KnownValue((0.0, -4.0, 10.0), (1.0, 1.0, 4.0), 62 / 3, "errors 1, 5, 6"),
        KnownValue((2.0, 2.0), (2.0, 2.0), 0.0, "exact"),
        KnownValue((), (), None, "no rows"),
    ),
)
