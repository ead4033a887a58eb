"""Brier score of several classes in its original form (Brier, 1950): from 0 to 2."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def brier_multiclass(truth: Any, prediction: Any) -> float:
    """Mean over rows of the sum over classes of (probability - indicator) squared."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=int), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isfinite(predicted).all() or (predicted < 0).any() or (np.abs(predicted.sum(axis=1) - 1) > 1e-6).any():
        raise ValueError("probabilities that do not sum to 1")
    indicator = np.eye(predicted.shape[1])[actual]
    return float(np.mean(np.sum((predicted - indicator) ** 2, axis=1)))


METRIC = MetricSpec(
    metric_id="brier_multiclass",
    title="Brier score (multi-class)",
    aliases=("multi-class Brier score", "multiclass Brier"),
    direction=Direction.LOWER,
    low=0.0,
    high=2.0,
    optimum=0.0,
    input_kind=InputKind.CLASS_PROBABILITIES,
    reference="sklearn.metrics.brier_score_loss(labels=[0, 1, 2, 3], scale_by_half=False)",
    compute=brier_multiclass,
    known=(
        KnownValue((0, 1), ((0.5, 0.25, 0.25), (0.5, 0.25, 0.25)), 0.625, "(0.375 + 0.875) / 2"),
        KnownValue(
            (2, 1, 0),
            ((0.25, 0.25, 0.5), (0.75, 0.125, 0.125), (0.5, 0.5, 0.0)),
            2.21875 / 3,
            "(0.375 + 1.34375 + 0.5) / 3",
        ),
        KnownValue((0,), ((0.0, 1.0, 0.0),), 2.0, "certain and wrong"),
        KnownValue((1,), ((0.0, 1.0, 0.0),), 0.0, "perfect"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("multi-class", "sum over classes"),
    family="brier",
)
