"""Mean absolute percentage error, as a fraction (0.1 is 10 %)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def mape(truth: Any, prediction: Any) -> float:
    """Mean of |truth - prediction| / |truth|; undefined where the truth holds a zero."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if (actual == 0).any():
        raise ValueError("the truth holds a zero")
    return float(np.mean(np.abs((actual - predicted) / actual)))


METRIC = MetricSpec(
    metric_id="mape",
    title="Mean absolute percentage error",
    aliases=(
        "MAPE",
        "mean absolute percent error",
        "mean absolute relative error",
        "MARE",
        "mean relative error",
        "MRE",
    ),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.VALUES,
    reference="sklearn.metrics.mean_absolute_percentage_error",
    compute=mape,
    known=(
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), 13 / 24, "1, 0, 2/3, 1/2"),
        KnownValue((-4.0, 10.0), (1.0, 4.0), 0.925, "5/4 and 6/10"),
        KnownValue((2.0, 2.0), (2.0, 2.0), 0.0, "exact"),
        KnownValue((0.0, 1.0), (0.0, 1.0), None, "a zero in the truth"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
)
