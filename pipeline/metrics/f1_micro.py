"""Micro F1: one F1 of the counts pooled over all classes. With one label per row it equals the accuracy."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def f1_micro(truth: Any, prediction: Any) -> float:
    """2 TP / (2 TP + FN + FP) of the pooled counts."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    right = float(np.sum(actual == predicted))
    wrong = actual.size - right
    return 2 * right / (2 * right + wrong + wrong)


METRIC = MetricSpec(
    metric_id="f1_micro",
    title="Micro F1",
    aliases=("F1 micro", "micro-averaged F1", "F1 (micro)", "micro F1 score", "micro F-score", "micro average F1"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.f1_score(average='micro', zero_division=0)",
    compute=f1_micro,
    known=(
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            4 / 6,
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue(
            (0, 0, 0, 0, 0, 1, 1, 2),
            (0, 0, 0, 0, 1, 1, 2, 0),
            5 / 8,
            "right 4, 1, 0; in truth 5, 2, 1; predicted 5, 2, 1",
        ),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), 3 / 4, "right 2, 1; in truth 3, 1; predicted 2, 2"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("micro",),
    is_fraction=True,
)
