"""Accuracy: the share of rows whose label is right."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def accuracy(truth: Any, prediction: Any) -> float:
    """Share of equal labels."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    return float(np.mean(actual == predicted))


METRIC = MetricSpec(
    metric_id="accuracy",
    title="Accuracy",
    aliases=(
        "ACC",
        "Acc.",
        "overall accuracy",
        "classification accuracy",
        "top-1 accuracy",
        "top-1 acc",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.accuracy_score",
    compute=accuracy,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 0.7, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 0.625, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue(("a", "a", "b", "c", "c"), ("a", "b", "b", "c", "a"), 0.6, "three classes by name"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    ambiguous=("OA",),
    companions=(
        "cohen_kappa",
        "f1_macro",
        "jaccard_macro",
    ),
)
