"""Macro precision: the precision of each class, averaged without weights."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def precision_macro(truth: Any, prediction: Any) -> float:
    """Mean over the classes of truth and prediction of TP / (TP + FP), 0 for a class never predicted."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(np.concatenate([actual, predicted]))
    right = np.array([float(np.sum((actual == label) & (predicted == label))) for label in labels])
    in_prediction = np.array([float(np.sum(predicted == label)) for label in labels])
    precisions = np.divide(right, in_prediction, out=np.zeros_like(right), where=in_prediction > 0)
    return float(np.mean(precisions))


METRIC = MetricSpec(
    metric_id="precision_macro",
    title="Macro precision",
    aliases=(
        "precision (macro)",
        "precision macro",
        "macro-averaged precision",
        "macro average precision",
        "macro P",
        "mPrecision",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.precision_score(average='macro', zero_division=0)",
    compute=precision_macro,
    known=(
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            (1 + 1 / 2 + 1 / 2) / 3,
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue(
            (0, 0, 0, 0, 0, 1, 1, 2),
            (0, 0, 0, 0, 1, 1, 2, 0),
            (4 / 5 + 1 / 2 + 0) / 3,
            "right 4, 1, 0; in truth 5, 2, 1; predicted 5, 2, 1",
        ),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), (1 + 1 / 2) / 2, "right 2, 1; in truth 3, 1; predicted 2, 2"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("macro",),
    is_fraction=True,
)
