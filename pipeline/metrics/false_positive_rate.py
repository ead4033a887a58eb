"""False positive rate: the share of negatives that were taken for positives."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def false_positive_rate(truth: Any, prediction: Any) -> float:
    """FP / (FP + TN)."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all() or not np.isin(predicted, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not (actual == 0).any():
        raise ValueError("no negative row in the truth")
    return float(np.mean(predicted[actual == 0] == 1))


METRIC = MetricSpec(
    metric_id="false_positive_rate",
    title="False positive rate",
    aliases=("FPR", "false alarm rate", "fall-out"),
    direction=Direction.LOWER,
    low=0.0,
    high=1.0,
    optimum=0.0,
    input_kind=InputKind.LABELS,
    reference="formula",
    compute=false_positive_rate,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 1 / 3, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 0.2, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue((1, 1), (1, 0), None, "no negative row"),
        KnownValue((0, 0, 1), (1, 1, 0), 1.0, "all wrong"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
    is_fraction=True,
)
