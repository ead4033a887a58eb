"""Kullback-Leibler divergence of the true from the predicted distribution, in nats (Kullback and Leibler, 1951)."""

from math import log
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def kl_divergence(truth: Any, prediction: Any) -> float:
    """Mean over rows of the sum of truth · ln(truth / prediction); predicted shares are at least machine precision."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if any(np.any(side < 0) or np.any(np.abs(side.sum(axis=1) - 1) > 1e-6) for side in (actual, predicted)):
        raise ValueError("rows of truth or prediction that are no distribution")
    ratio = np.maximum(actual, 1e-300) / np.maximum(predicted, np.finfo(float).eps)
    return float(np.mean(np.sum(actual * np.log(ratio), axis=1)))


METRIC = MetricSpec(
    metric_id="kl_divergence",
    title="Kullback-Leibler divergence",
    aliases=("KL divergence", "KLD", "KL-divergence", "KL div.", "relative entropy"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.DISTRIBUTIONS,
    reference="formula",
    compute=kl_divergence,
    known=(
        KnownValue(((0.5, 0.5),), ((0.25, 0.75),), 0.14384103622589042, "ln(4/3) / 2"),
        KnownValue(
            ((0.25, 0.75), (1.0, 0.0)),
            ((0.5, 0.5), (0.5, 0.5)),
            (log(27 / 16) / 4 + log(2)) / 2,
            "(ln(27/16) / 4 + ln 2) / 2",
        ),
        KnownValue(((0.2, 0.8),), ((0.2, 0.8),), 0.0, "equal"),
        KnownValue(((0.2, 0.9),), ((0.2, 0.8),), None, "no distribution"),
        KnownValue(
            ((0.25, 0.75), (1.0, 0.0), (0.5, 0.5)),
            ((0.5, 0.5), (0.5, 0.5), (0.25, 0.75)),
            (log(27 / 16) / 4 + log(2) + log(4 / 3) / 2) / 3,
            "the three above",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row", "natural logarithm"),
)
