"""Macro Jaccard index, also mean intersection over union of classes."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def jaccard_macro(truth: Any, prediction: Any) -> float:
    """Mean over the classes of truth and prediction of TP / (TP + FN + FP)."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(np.concatenate([actual, predicted]))
    right = np.array([float(np.sum((actual == label) & (predicted == label))) for label in labels])
    in_truth = np.array([float(np.sum(actual == label)) for label in labels])
    in_prediction = np.array([float(np.sum(predicted == label)) for label in labels])
    return float(np.mean(right / (in_truth + in_prediction - right)))


METRIC = MetricSpec(
    metric_id="jaccard_macro",
    title="Mean IoU",
    aliases=("mIoU", "macro Jaccard", "Jaccard (macro)", "mean intersection over union", "mean Jaccard"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.jaccard_score(average='macro')",
    compute=jaccard_macro,
    known=(
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            (2 / 3 + 1 / 3 + 1 / 2) / 3,
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue(
            (0, 0, 0, 0, 0, 1, 1, 2),
            (0, 0, 0, 0, 1, 1, 2, 0),
            (4 / 6 + 1 / 3 + 0) / 3,
            "right 4, 1, 0; in truth 5, 2, 1; predicted 5, 2, 1",
        ),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), (2 / 3 + 1 / 2) / 2, "right 2, 1; in truth 3, 1; predicted 2, 2"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("macro",),
    is_fraction=True,
)
