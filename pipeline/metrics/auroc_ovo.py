"""Area under the ROC curve of each pair of classes, averaged (Hand and Till, 2001)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def auroc_ovo(truth: Any, prediction: Any) -> float:
    """Mean over ordered pairs of classes (a, b) of the area of the probability of a, among the rows of a and b."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=int), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(actual)
    if len(labels) < 2:
        raise ValueError("only one class in the truth")
    areas = []
    for one in labels:
        for other in labels[labels != one]:
            mine, theirs = predicted[actual == one, one], np.sort(predicted[actual == other, one])
            below, up_to = np.searchsorted(theirs, mine, "left"), np.searchsorted(theirs, mine, "right")
            areas.append(np.mean(below + up_to) / (2 * len(theirs)))
    return float(np.mean(areas))


METRIC = MetricSpec(
    metric_id="auroc_ovo",
    title="One-vs-one AUROC",
    aliases=("AUROC OvO", "one-vs-one AUC", "M measure", "Hand-Till M"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.CLASS_PROBABILITIES,
    reference="sklearn.metrics.roc_auc_score(multi_class='ovo', average='macro', labels=[0, 1, 2, 3])",
    compute=auroc_ovo,
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
            (1 / 2 + 1 / 2 + 1 / 2 + 1 + 1 + 1) / 6,
            "01: 1 of 2, 02: 1 of 2, 10: 1 of 2, and 12, 20, 21 in order",
        ),
        KnownValue(
            (0, 0, 0, 1, 2),
            ((0.5, 0.5, 0.0), (0.5, 0.25, 0.25), (0.5, 0.25, 0.25), (0.5, 0.0, 0.5), (0.25, 0.5, 0.25)),
            (1 / 2 + 1 + 0 + 0 + 2 / 3 + 0) / 6,
            "with ties: 01 1.5 of 3, 02 3 of 3, 10 0 of 3, 12 0 of 1, 20 2 of 3, 21 0 of 1",
        ),
        KnownValue((1, 1), ((0.5, 0.25, 0.25), (0.25, 0.5, 0.25)), None, "one class only"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("one-vs-one", "macro"),
    no_skill=0.5,
    is_fraction=True,
    family="auroc",
)
