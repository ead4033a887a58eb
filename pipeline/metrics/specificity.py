"""Specificity, also true negative rate: the share of negatives that were recognised."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def specificity(truth: Any, prediction: Any) -> float:
    """TN / (TN + FP); 0 is the negative class."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if not np.isin(actual, (0, 1)).all() or not np.isin(predicted, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not (actual == 0).any():
        raise ValueError("no negative row in the truth")
    return float(np.mean(predicted[actual == 0] == 0))


METRIC = MetricSpec(
    metric_id="specificity",
    title="Specificity",
    aliases=("TNR", "true negative rate", "Spec", "Spe"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.recall_score(pos_label=0)",
    compute=specificity,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 2 / 3, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 0.8, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue((1, 0, 0), (1, 1, 1), 0.0, "nothing recognised"),
        KnownValue((1, 1), (0, 1), None, "no negative row"),
        KnownValue((0, 1, 1, 0, 0, 1), (1, 1, 0, 0, 0, 1), 2 / 3, "TP 2, FN 1, FP 1, TN 2"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    averaging=("binary",),
    ambiguous=("Sp", "SP"),
    companions=("sensitivity",),
)
