"""Weighted F1: the F1 of each class, averaged with its share of the truth."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def f1_weighted(truth: Any, prediction: Any) -> float:
    """Mean of 2 TP / (2 TP + FN + FP), weighted by the rows of each class in the truth."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(np.concatenate([actual, predicted]))
    right = np.array([float(np.sum((actual == label) & (predicted == label))) for label in labels])
    in_truth = np.array([float(np.sum(actual == label)) for label in labels])
    in_prediction = np.array([float(np.sum(predicted == label)) for label in labels])
    f1 = 2 * right / (in_truth + in_prediction)
    return float(f1 @ in_truth / in_truth.sum())


METRIC = MetricSpec(
    metric_id="f1_weighted",
    title="Weighted F1",
    aliases=(
        "F1 weighted",
        "weighted-average F1",
        "F1 (weighted)",
        "weighted F1 score",
        "weighted F-score",
        "wF1",
        "weighted-averaged F1",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.f1_score(average='weighted', zero_division=0)",
    compute=f1_weighted,
    known=(
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            (3 * 4 / 5 + 2 * 1 / 2 + 2 / 3) / 6,
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue(
            (0, 0, 0, 0, 0, 1, 1, 2),
            (0, 0, 0, 0, 1, 1, 2, 0),
            5 / 8,
            "right 4, 1, 0; in truth 5, 2, 1; predicted 5, 2, 1",
        ),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), (3 * 4 / 5 + 2 / 3) / 4, "right 2, 1; in truth 3, 1; predicted 2, 2"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("weighted",),
    is_fraction=True,
)
