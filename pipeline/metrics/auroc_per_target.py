"""Area under the ROC curve of each target, averaged over the targets; missing labels are left out."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def auroc_per_target(truth: Any, prediction: Any) -> float:
    """Mean over the targets that have both classes of the area under the ROC curve of their known labels."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    areas = []
    for labels, scores in zip(actual.T, predicted.T, strict=True):
        labels, scores = labels[~np.isnan(labels)], scores[~np.isnan(labels)]
        positives = labels.sum()
        if 0 < positives < labels.size:
            _, group, size = np.unique(scores, return_inverse=True, return_counts=True)
            rank = (np.cumsum(size) - (size - 1) / 2)[group]
            wins = rank[labels == 1].sum() - positives * (positives + 1) / 2
            areas.append(wins / (positives * (labels.size - positives)))
    if not areas:
        raise ValueError("no target has both classes in the truth")
    return float(np.mean(areas))


METRIC = MetricSpec(
    metric_id="auroc_per_target",
    title="Mean AUROC over targets",
    aliases=("average AUROC", "mean AUC", "average AUC", "mean ROC-AUC", "average ROC-AUC", "AUC (per-label mean)"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MULTI_LABEL,
    reference="formula",
    compute=auroc_per_target,
    known=(
        KnownValue(
            ((1, 0), (0, 1), (1, 1), (0, 0)),
            ((0.9, 0.2), (0.4, 0.6), (0.3, 0.7), (0.1, 0.65)),
            (3 / 4 + 3 / 4) / 2,
            "3 of 4 pairs in order in each target",
        ),
        KnownValue(
            ((1, 0), (0, 1), (float("nan"), 1), (0, 0), (0, 0)),
            ((0.3, 0.2), (0.4, 0.6), (0.9, 0.1), (0.1, 0.65), (0.2, 0.3)),
            (2 / 3 + 1 / 3) / 2,
            "2 of 3 and 2 of 6 pairs; one label is missing",
        ),
        KnownValue(
            ((1, 1), (0, 1), (1, 1)),
            ((0.5, 0.1), (0.5, 0.2), (0.9, 0.3)),
            0.75,
            "a tie; the second target has one class and is left out",
        ),
        KnownValue(((1, 1), (1, 1)), ((0.5, 0.1), (0.5, 0.2)), None, "no target with both classes"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per target",),
    no_skill=0.5,
    is_fraction=True,
    family="auroc",
)
