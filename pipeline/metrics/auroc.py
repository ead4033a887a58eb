"""Area under the ROC curve: the chance that a positive is scored above a negative (Hanley and McNeil, 1982)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def auroc(truth: Any, prediction: Any) -> float:
    """Share of positive-negative pairs in order, ties counted half; 1 is the positive class."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    positives = float(np.sum(actual == 1))
    negatives = actual.size - positives
    if positives == 0 or negatives == 0:
        raise ValueError("only one class in the truth")
    _, group, size = np.unique(predicted, return_inverse=True, return_counts=True)
    rank = (np.cumsum(size) - (size - 1) / 2)[group]
    wins = rank[actual == 1].sum() - positives * (positives + 1) / 2
    return float(wins / (positives * negatives))


METRIC = MetricSpec(
    metric_id="auroc",
    title="Area under the ROC curve",
    aliases=(
        "AUROC",
        "AUC",
        "ROC AUC",
        "ROC-AUC",
        "AUC-ROC",
        "AUCROC",
        "area under the curve",
        "area under receiver operating characteristic curve",
        "area under the receiver operating characteristic curve",
        "area under ROC curve",
        "area under the receiver operating characteristic",
        "C-statistic",
        "AUC score",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SCORES,
    reference="sklearn.metrics.roc_auc_score",
    compute=auroc,
    known=(
        KnownValue((0, 0, 1, 1), (0.1, 0.4, 0.35, 0.8), 0.75, "3 of 4 pairs in order"),
        KnownValue((1, 1, 0, 0, 0), (0.9, 0.3, 0.3, 0.2, 0.8), 0.75, "3 + 1.5 of 6 pairs"),
        KnownValue((1, 0, 0), (0.2, 0.5, 0.9), 0.0, "all out of order"),
        KnownValue((1, 0, 0), (5.0, 5.0, 5.0), 0.5, "a constant"),
        KnownValue((1, 1), (0.1, 0.2), None, "one class only"),
        KnownValue((0, 0, 0, 1), (0.1, 0.5, 0.9, 0.7), 2 / 3, "2 of 3 pairs in order"),
        KnownValue((), (), None, "no rows"),
    ),
    no_skill=0.5,
    averaging=("binary",),
    is_fraction=True,
)
