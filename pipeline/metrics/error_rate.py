"""Error rate, also misclassification rate and zero-one loss: the share of rows whose label is wrong."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def error_rate(truth: Any, prediction: Any) -> float:
    """Share of unequal labels."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    return float(np.mean(actual != predicted))


METRIC = MetricSpec(
    metric_id="error_rate",
    title="Error rate",
    aliases=(
        "classification error",
        "misclassification rate",
        "zero-one loss",
        "test error rate",
        "0-1 loss",
    ),
    direction=Direction.LOWER,
    low=0.0,
    high=1.0,
    optimum=0.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.zero_one_loss",
    compute=error_rate,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 0.3, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 0.375, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            2 / 6,
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
)
