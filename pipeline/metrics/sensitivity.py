"""Sensitivity, also recall or true positive rate: the share of positives that were found."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def sensitivity(truth: Any, prediction: Any) -> float:
    """TP / (TP + FN); 1 is the positive class."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if not np.isin(actual, (0, 1)).all() or not np.isin(predicted, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not (actual == 1).any():
        raise ValueError("no positive row in the truth")
    return float(np.mean(predicted[actual == 1] == 1))


METRIC = MetricSpec(
    metric_id="sensitivity",
    title="Sensitivity",
    aliases=("Recall", "Sens", "Sen", "TPR", "true positive rate", "Sensitivity/Recall", "Rec"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.recall_score",
    compute=sensitivity,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 0.75, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 1 / 3, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue((1, 1, 0), (0, 0, 0), 0.0, "nothing found"),
        KnownValue((0, 0), (0, 1), None, "no positive row"),
        KnownValue((0, 1, 1, 0, 0, 1), (1, 1, 0, 0, 0, 1), 2 / 3, "TP 2, FN 1, FP 1, TN 2"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    averaging=("binary",),
    ambiguous=("Sn", "SN", "R", "Re", "SE", "Se"),
    companions=("specificity", "precision", "f1"),
)
