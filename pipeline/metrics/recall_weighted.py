"""Weighted recall: the recall of each class, averaged with its share of the truth. It equals the accuracy."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def recall_weighted(truth: Any, prediction: Any) -> float:
    """Mean of TP / (TP + FN), weighted by the rows of each class in the truth."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(np.concatenate([actual, predicted]))
    right = np.array([float(np.sum((actual == label) & (predicted == label))) for label in labels])
    in_truth = np.array([float(np.sum(actual == label)) for label in labels])
    recalls = right[in_truth > 0] / in_truth[in_truth > 0]
    return float(recalls @ in_truth[in_truth > 0] / in_truth.sum())


METRIC = MetricSpec(
    metric_id="recall_weighted",
    title="Weighted recall",
    aliases=("recall (weighted)", "recall weighted", "weighted-average recall", "weighted sensitivity", "weighted R"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.recall_score(average='weighted', zero_division=0)",
    compute=recall_weighted,
    known=(
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            4 / 6,
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue(
            (0, 0, 0, 0, 0, 1, 1, 2),
            (0, 0, 0, 0, 1, 1, 2, 0),
            5 / 8,
            "right 4, 1, 0; in truth 5, 2, 1; predicted 5, 2, 1",
        ),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), 3 / 4, "right 2, 1; in truth 3, 1; predicted 2, 2"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("weighted",),
    is_fraction=True,
)
