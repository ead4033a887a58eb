"""Average precision of each target, averaged over the targets; missing labels are left out."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def auprc_per_target(truth: Any, prediction: Any) -> float:
    """Mean over the targets that have a positive and a negative of the average precision of their known labels."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    areas = []
    for labels, scores in zip(actual.T, predicted.T, strict=True):
        labels, scores = labels[~np.isnan(labels)], scores[~np.isnan(labels)]
        if not 0 < labels.sum() < labels.size:
            continue
        order = np.argsort(-scores, kind="stable")
        hits = np.cumsum(labels[order])
        ends = np.append(np.flatnonzero(np.diff(scores[order])), labels.size - 1)
        areas.append(np.sum(np.diff(hits[ends] / hits[-1], prepend=0) * hits[ends] / (ends + 1)))
    if not areas:
        raise ValueError("no target has both classes in the truth")
    return float(np.mean(areas))


METRIC = MetricSpec(
    metric_id="auprc_per_target",
    title="Mean AUPRC over targets",
    aliases=("average AUPRC", "mean AUPRC", "mean AUPR", "mean PRC-AUC", "mean average precision over labels"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MULTI_LABEL,
    reference="formula",
    compute=auprc_per_target,
    known=(
        KnownValue(
            ((1, 0), (0, 1), (1, 1), (0, 0)),
            ((0.9, 0.2), (0.4, 0.6), (0.3, 0.7), (0.1, 0.65)),
            ((1 + 2 / 3) / 2 + (1 + 2 / 3) / 2) / 2,
            "positives at ranks 1 and 3 in each target",
        ),
        KnownValue(
            ((1, 0), (0, 1), (float("nan"), 1), (0, 0), (0, 0)),
            ((0.3, 0.2), (0.4, 0.6), (0.9, 0.1), (0.1, 0.65), (0.2, 0.3)),
            (1 / 2 + (1 / 2 + 2 / 5) / 2) / 2,
            "ranks 2 of 4; 2 and 5 of 5; one label is missing",
        ),
        KnownValue(
            ((1, 1), (0, 1), (1, 1)),
            ((0.5, 0.1), (0.5, 0.2), (0.9, 0.3)),
            (1 / 2 + 2 / 3 / 2),
            "a tie at ranks 2 and 3; the second target has one class and is left out",
        ),
        KnownValue(((1, 1), (1, 1)), ((0.5, 0.1), (0.5, 0.2)), None, "no target with both classes"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per target",),
    is_fraction=True,
    family="auprc",
)
