"""Coefficient of determination."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def r2(truth: Any, prediction: Any) -> float:
    """1 - residual over total sum of squares; undefined where the truth is constant."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.ptp(actual) == 0:
        raise ValueError("the truth is constant")
    residual = np.sum((actual - predicted) ** 2)
    return float(1 - residual / np.sum((actual - np.mean(actual)) ** 2))


METRIC = MetricSpec(
    metric_id="r2",
    title="Coefficient of determination",
    aliases=(
        "R2",
        "R²",
        "R^2",
        "R-squared",
        "R squared",
        "R2 coefficient",
        "determination coefficient",
        "test R2",
        "NSE",
        "Nash-Sutcliffe efficiency",
    ),
    direction=Direction.HIGHER,
    low=None,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.VALUES,
    reference="sklearn.metrics.r2_score",
    compute=r2,
    known=(
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), 0.0, "residual 14, total 14"),
        KnownValue((0.0, -4.0, 10.0), (1.0, 1.0, 4.0), 1 - 62 / 104, "residual 62, total 104"),
        KnownValue((1.0, 2.0, 3.0), (1.0, 2.0, 4.0), 0.5, "residual 1, total 2"),
        KnownValue((1.0, 2.0, 3.0), (3.0, 2.0, 1.0), -3.0, "worse than the mean"),
        KnownValue((2.0, 2.0), (2.0, 1.0), None, "constant truth"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    no_skill=0.0,
)
