"""Average precision of each class against the rest, averaged without weights."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def auprc_macro(truth: Any, prediction: Any) -> float:
    """Mean over the classes of the truth of the average precision against all other classes."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=int), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(actual)
    if len(labels) < 2:
        raise ValueError("only one class in the truth")
    areas = []
    for label in labels:
        order = np.argsort(-predicted[:, label], kind="stable")
        scores, hits = predicted[order, label], np.cumsum(actual[order] == label)
        ends = np.append(np.flatnonzero(np.diff(scores)), len(scores) - 1)
        recall = hits[ends] / hits[-1]
        areas.append(np.sum(np.diff(recall, prepend=0) * hits[ends] / (ends + 1)))
    return float(np.mean(areas))


METRIC = MetricSpec(
    metric_id="auprc_macro",
    title="Macro AUPRC",
    aliases=("macro-average AUPRC", "AUPRC (macro)", "macro AP", "macro-averaged average precision"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.CLASS_PROBABILITIES,
    reference="formula",
    compute=auprc_macro,
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
            ((1 + 1 / 2) / 2 + 1 / 2 + 1) / 3,
            "class 0 at ranks 1 and 4: (1 + 2/4) / 2; class 1 at rank 2; class 2 first",
        ),
        KnownValue(
            (0, 0, 0, 1, 2),
            ((0.5, 0.5, 0.0), (0.5, 0.25, 0.25), (0.5, 0.25, 0.25), (0.5, 0.0, 0.5), (0.25, 0.5, 0.25)),
            (3 / 4 + 1 / 5 + 1 / 4) / 3,
            "with ties: 3 of the first 4, 1 of 5, 1 of the first 4",
        ),
        KnownValue((1, 1), ((0.5, 0.25, 0.25), (0.25, 0.5, 0.25)), None, "one class only"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("one-vs-rest", "macro"),
    is_fraction=True,
    family="auprc",
)
