"""Area under the ROC curve of each class against the rest, averaged without weights."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def auroc_macro(truth: Any, prediction: Any) -> float:
    """Mean over the classes of the truth of the area under the ROC curve against all other classes."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=int), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    labels, sizes = np.unique(actual, return_counts=True)
    if len(labels) < 2:
        raise ValueError("only one class in the truth")
    areas = []
    for label, positives in zip(labels, sizes, strict=True):
        _, group, size = np.unique(predicted[:, label], return_inverse=True, return_counts=True)
        rank = (np.cumsum(size) - (size - 1) / 2)[group]
        wins = rank[actual == label].sum() - positives * (positives + 1) / 2
        areas.append(wins / (positives * (actual.size - positives)))
    return float(np.mean(areas))


METRIC = MetricSpec(
    metric_id="auroc_macro",
    title="Macro AUROC",
    aliases=("macro-average AUROC", "AUC (macro)", "macro-averaged AUC", "AUROC OvR", "one-vs-rest AUC", "mAUC"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.CLASS_PROBABILITIES,
    reference="sklearn.metrics.roc_auc_score(multi_class='ovr', average='macro', labels=[0, 1, 2, 3])",
    compute=auroc_macro,
    known=(
        KnownValue(
            (0, 1, 2),
            ((0.5, 0.25, 0.25), (0.25, 0.5, 0.25), (0.25, 0.25, 0.5)),
            1.0,
            "each class first for its own row",
        ),
        KnownValue(
            (0, 0, 1, 2),
            ((0.5, 0.3, 0.2), (0.2, 0.5, 0.3), (0.3, 0.4, 0.3), (0.4, 0.25, 0.35)),
            (1 / 2 + 2 / 3 + 1) / 3,
            "pairs in order: 2 of 4, 2 of 3, 3 of 3",
        ),
        KnownValue(
            (0, 0, 0, 1, 2),
            ((0.5, 0.5, 0.0), (0.5, 0.25, 0.25), (0.5, 0.25, 0.25), (0.5, 0.0, 0.5), (0.25, 0.5, 0.25)),
            (4.5 / 6 + 0 + 2 / 4) / 3,
            "with ties: 4.5 of 6, 0 of 4, 2 of 4",
        ),
        KnownValue((1, 1), ((0.5, 0.25, 0.25), (0.25, 0.5, 0.25)), None, "one class only"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("one-vs-rest", "macro"),
    no_skill=0.5,
    is_fraction=True,
    family="auroc",
)
