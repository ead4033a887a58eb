"""Macro recall: the recall of each class, averaged without weights over classes of truth and prediction."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def recall_macro(truth: Any, prediction: Any) -> float:
    """Mean over the classes of truth and prediction of TP / (TP + FN), 0 for a class not in the truth."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(np.concatenate([actual, predicted]))
    right = np.array([float(np.sum((actual == label) & (predicted == label))) for label in labels])
    in_truth = np.array([float(np.sum(actual == label)) for label in labels])
    recalls = np.divide(right, in_truth, out=np.zeros_like(right), where=in_truth > 0)
    return float(np.mean(recalls))


METRIC = MetricSpec(
    metric_id="recall_macro",
    title="Macro recall",
    aliases=(
        "recall (macro)",
        "recall macro",
        "macro-averaged recall",
        "macro average recall",
        "macro sensitivity",
        "unweighted average recall",
        "UAR",
        "macro R",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.recall_score(average='macro', zero_division=0)",
    compute=recall_macro,
    known=(
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            (2 / 3 + 1 / 2 + 1) / 3,
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue(
            (0, 0, 0, 0, 0, 1, 1, 2),
            (0, 0, 0, 0, 1, 1, 2, 0),
            (4 / 5 + 1 / 2 + 0) / 3,
            "right 4, 1, 0; in truth 5, 2, 1; predicted 5, 2, 1",
        ),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), (2 / 3 + 1) / 2, "right 2, 1; in truth 3, 1; predicted 2, 2"),
        KnownValue((0, 0), (0, 1), 0.25, "a class that is not in the truth counts 0"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("macro",),
    is_fraction=True,
)
