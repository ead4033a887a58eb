"""Precision, also positive predictive value: the share of found rows that are positive."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def precision(truth: Any, prediction: Any) -> float:
    """TP / (TP + FP); 1 is the positive class; 0 where nothing was predicted positive."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all() or not np.isin(predicted, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    found = float(np.sum((actual == 1) & (predicted == 1)))
    false_alarms = float(np.sum((actual == 0) & (predicted == 1)))
    return found / (found + false_alarms) if found else 0.0


METRIC = MetricSpec(
    metric_id="precision",
    title="Precision",
    aliases=("Prec", "Prec.", "PPV", "positive predictive value"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.precision_score(zero_division=0)",
    compute=precision,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 0.6, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 0.5, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue((1, 1, 0), (0, 0, 0), 0.0, "nothing predicted"),
        KnownValue((0, 1, 1, 0, 0, 1), (1, 1, 0, 0, 0, 1), 2 / 3, "TP 2, FN 1, FP 1, TN 2"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
    ambiguous=("P", "PR", "Pr", "Pre"),
    companions=("sensitivity", "f1"),
    is_fraction=True,
)
