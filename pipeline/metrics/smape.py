"""Symmetric mean absolute percentage error, as a fraction between 0 and 2 (Makridakis, 1993)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def smape(truth: Any, prediction: Any) -> float:
    """Mean of 2 |truth - prediction| / (|truth| + |prediction|), 0 where both are 0."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    size = np.abs(actual) + np.abs(predicted)
    error = 2 * np.abs(actual - predicted)
    return float(np.mean(np.divide(error, size, out=np.zeros_like(size), where=size > 0)))


METRIC = MetricSpec(
    metric_id="smape",
    title="Symmetric mean absolute percentage error",
    aliases=("sMAPE", "symmetric MAPE"),
    direction=Direction.LOWER,
    low=0.0,
    high=2.0,
    optimum=0.0,
    input_kind=InputKind.VALUES,
    reference="formula",
    compute=smape,
    known=(
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), (2 / 3 + 1 / 2 + 2 / 3) / 4, "2/3, 0, 4/8, 6/9"),
        KnownValue((-4.0, 10.0), (1.0, 4.0), (2 + 6 / 7) / 2, "10/5 and 12/14"),
        KnownValue((0.0, 2.0), (0.0, 2.0), 0.0, "exact, with a zero"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
)
