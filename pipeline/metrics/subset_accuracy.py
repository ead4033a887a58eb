"""Subset accuracy, also exact match ratio: the share of rows with every label right."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def subset_accuracy(truth: Any, prediction: Any) -> float:
    """Share of rows whose known labels are all right; a label is given from a probability of 0.5 on."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    is_right = np.isnan(actual) | ((predicted >= 0.5) == (actual == 1))
    return float(np.mean(is_right.all(axis=1)))


METRIC = MetricSpec(
    metric_id="subset_accuracy",
    title="Subset accuracy",
    aliases=("exact match ratio", "multi-label accuracy"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MULTI_LABEL,
    reference="sklearn.metrics.accuracy_score",
    compute=subset_accuracy,
    known=(
        KnownValue(
            ((1, 0), (0, 1), (1, 1), (0, 0)), ((0.9, 0.2), (0.4, 0.6), (0.3, 0.7), (0.1, 0.65)), 2 / 4, "rows 1 and 2"
        ),
        KnownValue(
            ((1, 0), (0, 1), (float("nan"), 1), (1, 0), (0, 0)),
            ((0.3, 0.2), (0.4, 0.6), (0.9, 0.5), (0.1, 0.65), (0.7, 0.5)),
            2 / 5,
            "rows 2 and 3",
        ),
        KnownValue(((1, 1), (0, 1), (1, 1)), ((0.5, 0.1), (0.5, 0.2), (0.9, 0.6)), 1 / 3, "row 3"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("threshold 0.5",),
    is_fraction=True,
    family="accuracy",
)
