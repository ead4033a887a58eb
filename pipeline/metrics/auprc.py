"""Average precision: the area under the precision-recall curve as a sum of steps."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def auprc(truth: Any, prediction: Any) -> float:
    """Sum over distinct scores, from the highest, of precision times the gain in recall; 1 is the positive class."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not (actual == 1).any():
        raise ValueError("no positive row in the truth")
    scores, group = np.unique(-predicted, return_inverse=True)
    positives = np.bincount(group, weights=actual, minlength=scores.size)
    found = np.cumsum(positives)
    taken = np.cumsum(np.bincount(group, minlength=scores.size))
    return float(np.sum(found / taken * positives) / found[-1])


METRIC = MetricSpec(
    metric_id="auprc",
    title="Area under the precision-recall curve",
    aliases=(
        "AUPRC",
        "AUPR",
        "PR AUC",
        "AUC-PR",
        "PRAUC",
        "average precision",
        "area under precision-recall curve",
        "AUC-PRC",
        "PRC-AUC",
        "AUPRC score",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SCORES,
    reference="sklearn.metrics.average_precision_score",
    compute=auprc,
    known=(
        KnownValue((0, 0, 1, 1), (0.1, 0.4, 0.35, 0.8), 5 / 6, "3 of 4 pairs in order"),
        KnownValue((1, 0, 1, 0), (0.9, 0.8, 0.7, 0.1), 5 / 6, "(1 + 2/3) / 2"),
        KnownValue((1, 0, 0, 0), (0.1, 0.5, 0.6, 0.9), 0.25, "last of four"),
        KnownValue((1, 0, 0, 1, 0), (2.0, 2.0, 2.0, 2.0, 2.0), 0.4, "a constant scores the share of positives"),
        KnownValue((0, 0), (0.1, 0.2), None, "no positive row"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
    ambiguous=("AP",),
    companions=("auroc", "precision", "f1"),
    is_fraction=True,
)
