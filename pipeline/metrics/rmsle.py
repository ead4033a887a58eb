"""Root mean squared logarithmic error."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def rmsle(truth: Any, prediction: Any) -> float:
    """Root mean square of ln(1 + truth) - ln(1 + prediction); undefined for values of -1 and below."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if (actual <= -1).any() or (predicted <= -1).any():
        raise ValueError("a value of -1 or below")
    return float(np.sqrt(np.mean((np.log1p(actual) - np.log1p(predicted)) ** 2)))


METRIC = MetricSpec(
    metric_id="rmsle",
    title="Root mean squared logarithmic error",
    aliases=("RMSLE", "root mean square log error", "root mean squared log error"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.VALUES,
    reference="sklearn.metrics.root_mean_squared_log_error",
    compute=rmsle,
    known=(
        KnownValue((1.0, 3.0), (3.0, 3.0), 0.4901290717342735, "ln 2 / sqrt 2"),
        KnownValue((0.0, 0.0), (1.0, 3.0), 1.0959619221467065, "ln 2 · sqrt(5/2)"),
        KnownValue((2.0, 2.0), (2.0, 2.0), 0.0, "exact"),
        KnownValue((-1.0,), (0.0,), None, "a logarithm of 0"),
        KnownValue((0.0, 1.0, 3.0), (1.0, 1.0, 3.0), 0.40018871128431455, "ln 2 / sqrt 3"),
        KnownValue((), (), None, "no rows"),
    ),
)
