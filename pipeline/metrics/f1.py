"""F1 of the positive class: the harmonic mean of precision and recall."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def f1(truth: Any, prediction: Any) -> float:
    """2 TP / (2 TP + FN + FP); 1 is the positive class; undefined without any positive, true or predicted."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all() or not np.isin(predicted, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    found = float(np.sum((actual == 1) & (predicted == 1)))
    missed = float(np.sum((actual == 1) & (predicted == 0)))
    false_alarms = float(np.sum((actual == 0) & (predicted == 1)))
    if found + missed + false_alarms == 0:
        raise ValueError("no positive row in truth or prediction")
    return 2 * found / (2 * found + missed + false_alarms)


METRIC = MetricSpec(
    metric_id="f1",
    title="F1",
    aliases=("F1-score", "F1 measure", "F-measure", "F-score", "binary F1", "F1 (binary)", "F₁"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.f1_score",
    compute=f1,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 2 / 3, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 0.4, "TP 1, FN 2, FP 1, TN 4"),
        KnownValue((0, 0), (0, 0), None, "no positive row"),
        KnownValue((1, 0), (0, 1), 0.0, "all wrong"),
        KnownValue((0, 1, 1, 0, 0, 1), (1, 1, 0, 0, 0, 1), 2 / 3, "TP 2, FN 1, FP 1, TN 2"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
    is_fraction=True,
)
