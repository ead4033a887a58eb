"""Explained variance: 1 less the variance of the errors over that of the truth. A shift costs nothing."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def explained_variance(truth: Any, prediction: Any) -> float:
    """1 - var(truth - prediction) / var(truth); undefined where the truth is constant."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.ptp(actual) == 0:
        raise ValueError("the truth is constant")
    return float(1 - np.var(actual - predicted) / np.var(actual))


METRIC = MetricSpec(
    metric_id="explained_variance",
    title="Explained variance",
    aliases=("explained variance score", "variance explained", "explained var.", "EVS"),
    direction=Direction.HIGHER,
    low=None,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.VALUES,
    reference="sklearn.metrics.explained_variance_score",
    compute=explained_variance,
    known=(
        KnownValue((1.0, 2.0, 3.0), (2.0, 3.0, 4.0), 1.0, "shifted by a constant"),
        KnownValue((1.0, 2.0, 3.0), (1.0, 2.0, 4.0), 2 / 3, "errors 0, 0, 1: 1 - (2/9) / (2/3)"),
        KnownValue((1.0, 2.0, 3.0, 6.0), (2.0, 2.0, 5.0, 3.0), 0.0, "errors with mean 0, sum of squares 14 of 14"),
        KnownValue((2.0, 2.0), (1.0, 2.0), None, "constant truth"),
        KnownValue((1.0, 2.0, 3.0), (3.0, 2.0, 1.0), -3.0, "errors -2, 0, 2: 1 - (8/3) / (2/3)"),
        KnownValue((), (), None, "no rows"),
    ),
    no_skill=0.0,
    is_fraction=True,
)
