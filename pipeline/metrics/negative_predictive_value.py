"""Negative predictive value: the share of rows predicted negative that are."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def negative_predictive_value(truth: Any, prediction: Any) -> float:
    """TN / (TN + FN); 0 is the negative class; 0 where nothing was predicted negative."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all() or not np.isin(predicted, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    predicted_negative = actual[predicted == 0]
    return float(np.mean(predicted_negative == 0)) if predicted_negative.size else 0.0


METRIC = MetricSpec(
    metric_id="negative_predictive_value",
    title="Negative predictive value",
    aliases=("NPV",),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.precision_score(pos_label=0, zero_division=0)",
    compute=negative_predictive_value,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 0.8, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 2 / 3, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue((1, 1, 0), (1, 1, 1), 0.0, "nothing predicted negative"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
    is_fraction=True,
)
