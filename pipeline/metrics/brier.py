"""Brier score: the mean squared error of the probability of the positive class (Brier, 1950)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def brier(truth: Any, prediction: Any) -> float:
    """Mean of (probability - label) squared; 1 is the positive class."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not ((predicted >= 0) & (predicted <= 1)).all():
        raise ValueError("probabilities outside 0 and 1")
    return float(np.mean((predicted - actual) ** 2))


METRIC = MetricSpec(
    metric_id="brier",
    title="Brier score",
    aliases=("Brier", "Brier loss"),
    direction=Direction.LOWER,
    low=0.0,
    high=1.0,
    optimum=0.0,
    input_kind=InputKind.PROBABILITIES,
    reference="sklearn.metrics.brier_score_loss",
    compute=brier,
    known=(
        KnownValue((1, 0, 1, 0), (0.8, 0.4, 0.5, 0.1), 0.115, "(0.04 + 0.16 + 0.25 + 0.01) / 4"),
        KnownValue((1, 0, 0), (0.25, 0.5, 0.0), 0.8125 / 3, "(9/16 + 1/4) / 3"),
        KnownValue((1, 0), (0.0, 1.0), 1.0, "certain and wrong"),
        KnownValue((1, 0), (1.5, 0.0), None, "not a probability"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
)
