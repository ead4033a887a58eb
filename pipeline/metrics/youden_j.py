"""Youden's J, also informedness: sensitivity plus specificity less one (Youden, 1950)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def youden_j(truth: Any, prediction: Any) -> float:
    """TP / (TP + FN) + TN / (TN + FP) - 1."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all() or not np.isin(predicted, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not (actual == 1).any() or not (actual == 0).any():
        raise ValueError("only one class in the truth")
    sensitivity = np.mean(predicted[actual == 1] == 1)
    specificity = np.mean(predicted[actual == 0] == 0)
    return float(sensitivity + specificity - 1)


METRIC = MetricSpec(
    metric_id="youden_j",
    title="Youden's J",
    aliases=(
        "Youden index",
        "Youden's index",
        "informedness",
        "true skill statistic",
        "J statistic",
        "Youden's J statistic",
    ),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.balanced_accuracy_score(adjusted=True)",
    compute=youden_j,
    known=(
        KnownValue(
            (1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 3 / 4 + 2 / 3 - 1, "TP 3, FN 1, FP 2, TN 4"
        ),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 1 / 3 + 4 / 5 - 1, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue((1, 1, 0), (1, 1, 1), 0.0, "a constant"),
        KnownValue((1, 1), (1, 0), None, "one class only"),
        KnownValue((0, 1, 1, 0, 0, 1), (1, 1, 0, 0, 0, 1), 1 / 3, "TP 2, FN 1, FP 1, TN 2"),
        KnownValue((1, 1, 0, 0), (0, 0, 1, 1), -1.0, "all wrong"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
    no_skill=0.0,
    is_fraction=True,
    ambiguous=("TSS",),
    companions=(
        "auroc",
        "sensitivity",
        "cohen_kappa",
    ),
)
