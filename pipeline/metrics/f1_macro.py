"""Macro F1: the F1 of each class, averaged without weights."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def f1_macro(truth: Any, prediction: Any) -> float:
    """Mean over the classes of truth and prediction of 2 TP / (2 TP + FN + FP)."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(np.concatenate([actual, predicted]))
    right = np.array([float(np.sum((actual == label) & (predicted == label))) for label in labels])
    in_truth = np.array([float(np.sum(actual == label)) for label in labels])
    in_prediction = np.array([float(np.sum(predicted == label)) for label in labels])
    f1 = 2 * right / (in_truth + in_prediction)
    return float(np.mean(f1))


METRIC = MetricSpec(
    metric_id="f1_macro",
    title="Macro F1",
    aliases=(
        "F1 macro",
        "macro-averaged F1",
        "F1-macro score",
        "mF1",
        "mean F1",
        "macro average F1",
        "macro F1 score",
        "F1 (macro)",
        "macro F-score",
        "macro F-measure",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.f1_score(average='macro', zero_division=0)",
    compute=f1_macro,
    known=(
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            (4 / 5 + 1 / 2 + 2 / 3) / 3,
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue(
            (0, 0, 0, 0, 0, 1, 1, 2),
            (0, 0, 0, 0, 1, 1, 2, 0),
            (4 / 5 + 1 / 2 + 0) / 3,
            "right 4, 1, 0; in truth 5, 2, 1; predicted 5, 2, 1",
        ),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), (4 / 5 + 2 / 3) / 2, "right 2, 1; in truth 3, 1; predicted 2, 2"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("macro",),
    is_fraction=True,
)
