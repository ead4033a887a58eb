"""Weighted precision: the precision of each class, averaged with its share of the truth."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def precision_weighted(truth: Any, prediction: Any) -> float:
    """Mean of TP / (TP + FP), weighted by the rows of each class in the truth."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(np.concatenate([actual, predicted]))
    right = np.array([float(np.sum((actual == label) & (predicted == label))) for label in labels])
    in_truth = np.array([float(np.sum(actual == label)) for label in labels])
    in_prediction = np.array([float(np.sum(predicted == label)) for label in labels])
    precisions = np.divide(right, in_prediction, out=np.zeros_like(right), where=in_prediction > 0)
    return float(precisions @ in_truth / in_truth.sum())


METRIC = MetricSpec(
    metric_id="precision_weighted",
    title="Weighted precision",
    aliases=("precision (weighted)", "precision weighted", "weighted-average precision", "weighted P"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.precision_score(average='weighted', zero_division=0)",
    compute=precision_weighted,
    known=(
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            (3 * 1 + 2 * 1 / 2 + 1 / 2) / 6,
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue(
            (0, 0, 0, 0, 0, 1, 1, 2),
            (0, 0, 0, 0, 1, 1, 2, 0),
            5 / 8,
            "right 4, 1, 0; in truth 5, 2, 1; predicted 5, 2, 1",
        ),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), (3 * 1 + 1 / 2) / 4, "right 2, 1; in truth 3, 1; predicted 2, 2"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("weighted",),
    is_fraction=True,
)
