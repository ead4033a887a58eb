"""Geometric mean of sensitivity and specificity (Kubat and Matwin, 1997)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def g_mean(truth: Any, prediction: Any) -> float:
    """Square root of sensitivity times specificity; 1 is the positive class."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if not np.isin(actual, (0, 1)).all() or not np.isin(predicted, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not (actual == 1).any() or not (actual == 0).any():
        raise ValueError("only one class in the truth")
    sensitivity = np.mean(predicted[actual == 1] == 1)
    specificity = np.mean(predicted[actual == 0] == 0)
    return float(np.sqrt(sensitivity * specificity))


METRIC = MetricSpec(
    metric_id="g_mean",
    title="G-mean",
    aliases=("gmean", "geometric mean", "geometric mean of sensitivity and specificity", "g-means"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="formula",
    compute=g_mean,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 0.5**0.5, "sqrt(3/4 · 2/3)"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), (4 / 15) ** 0.5, "sqrt(1/3 · 4/5)"),
        KnownValue((1, 1, 0), (1, 1, 1), 0.0, "a constant"),
        KnownValue((1, 1), (0, 1), None, "one class only"),
        KnownValue((0, 1, 1, 0, 0, 1), (1, 1, 0, 0, 0, 1), 2 / 3, "TP 2, FN 1, FP 1, TN 2"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    averaging=("binary",),
    no_skill=0.0,
    ambiguous=("GM",),
    companions=("sensitivity", "specificity", "matthews_correlation"),
)
