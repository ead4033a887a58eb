"""Hamming loss: the share of labels that are wrong; a label is given from a probability of 0.5 on."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def hamming_loss(truth: Any, prediction: Any) -> float:
    """Share of the known labels, over all rows and targets, that are wrong."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    known = ~np.isnan(actual)
    if not known.any():
        raise ValueError("no label is known in the truth")
    return float(np.mean((predicted >= 0.5)[known] != (actual[known] == 1)))


METRIC = MetricSpec(
    metric_id="hamming_loss",
    title="Hamming loss",
    aliases=("Hamming error",),
    direction=Direction.LOWER,
    low=0.0,
    high=1.0,
    optimum=0.0,
    input_kind=InputKind.MULTI_LABEL,
    reference="sklearn.metrics.hamming_loss",
    compute=hamming_loss,
    known=(
        KnownValue(
            ((1, 0), (0, 1), (1, 1), (0, 0)), ((0.9, 0.2), (0.4, 0.6), (0.3, 0.7), (0.1, 0.65)), 2 / 8, "2 of 8 wrong"
        ),
        KnownValue(
            ((1, 0), (0, 1), (float("nan"), 1), (1, 0), (0, 0)),
            ((0.3, 0.2), (0.4, 0.6), (0.9, 0.5), (0.1, 0.65), (0.7, 0.5)),
            5 / 9,
            "5 of 9 known labels wrong",
        ),
        KnownValue(((1, 1), (0, 1), (1, 1)), ((0.5, 0.1), (0.5, 0.2), (0.9, 0.3)), 4 / 6, "4 of 6 wrong"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("threshold 0.5",),
    family="error_rate",
)
