"""False negative rate, also miss rate: the share of positives that were not found."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def false_negative_rate(truth: Any, prediction: Any) -> float:
    """FN / (FN + TP)."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all() or not np.isin(predicted, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not (actual == 1).any():
        raise ValueError("no positive row in the truth")
    return float(np.mean(predicted[actual == 1] == 0))


METRIC = MetricSpec(
    metric_id="false_negative_rate",
    title="False negative rate",
    aliases=("FNR", "miss rate"),
    direction=Direction.LOWER,
    low=0.0,
    high=1.0,
    optimum=0.0,
    input_kind=InputKind.LABELS,
    reference="formula",
    compute=false_negative_rate,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 0.25, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 2 / 3, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue((0, 0), (1, 0), None, "no positive row"),
        KnownValue((0, 0, 1), (1, 1, 0), 1.0, "all wrong"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
    is_fraction=True,
)
