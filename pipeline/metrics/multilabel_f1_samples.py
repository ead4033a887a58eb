"""F1 of several labels per row, of each row, averaged; a label is given from a probability of 0.5 on."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def multilabel_f1_samples(truth: Any, prediction: Any) -> float:
    """2 TP / (2 TP + FN + FP) of each row, averaged; missing labels are left out, and nothing over nothing is 1."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    known = ~np.isnan(actual)
    actual, chosen = np.where(known, actual, 0.0), (predicted >= 0.5).astype(float)
    right, together = np.sum(known * actual * chosen, axis=1), np.sum(known * (actual + chosen), axis=1)
    return float(np.mean(np.where(together > 0, 2 * right / np.maximum(together, 1), 1.0)))


METRIC = MetricSpec(
    metric_id="multilabel_f1_samples",
    title="Example-based F1",
    aliases=("samples F1", "F1 samples", "example F1", "instance F1"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MULTI_LABEL,
    reference="sklearn.metrics.f1_score(average='samples', zero_division=1)",
    compute=multilabel_f1_samples,
    known=(
        KnownValue(
            ((1, 0), (0, 1), (1, 1), (0, 0)),
            ((0.9, 0.2), (0.4, 0.6), (0.3, 0.7), (0.1, 0.65)),
            (1 + 1 + 2 / 3 + 0) / 4,
            "right 1, 2 of 2, 2 in the truth and 1, 3 given",
        ),
        KnownValue(
            ((1, 0), (0, 1), (float("nan"), 1), (1, 0), (0, 0)),
            ((0.3, 0.2), (0.4, 0.6), (0.9, 0.5), (0.1, 0.65), (0.7, 0.5)),
            (0 + 1 + 1 + 0 + 0) / 5,
            "right 0 and 2, true 2 and 2, given 1 and 4; one label is missing",
        ),
        KnownValue(
            ((1, 1), (0, 1), (1, 1)),
            ((0.5, 0.1), (0.5, 0.2), (0.9, 0.3)),
            (2 / 3 + 0 + 2 / 3) / 3,
            "right 2 and 0, true 2 and 3, given 3 and 0",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("samples", "threshold 0.5"),
    is_fraction=True,
)
