"""Log loss of several classes, also categorical cross-entropy: the mean negative log-likelihood, in nats."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def log_loss_multiclass(truth: Any, prediction: Any) -> float:
    """Mean of -ln of the probability of the true class, clipped at machine precision."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=int), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isfinite(predicted).all() or (predicted < 0).any() or (np.abs(predicted.sum(axis=1) - 1) > 1e-6).any():
        raise ValueError("probabilities that do not sum to 1")
    likelihood = predicted[np.arange(actual.size), actual]
    return float(-np.mean(np.log(np.clip(likelihood, np.finfo(float).eps, 1))))


METRIC = MetricSpec(
    metric_id="log_loss_multiclass",
    title="Log loss (multi-class)",
    aliases=("categorical cross-entropy", "multi-class log loss", "categorical cross-entropy loss"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.CLASS_PROBABILITIES,
    reference="sklearn.metrics.log_loss(labels=[0, 1, 2, 3])",
    compute=log_loss_multiclass,
    known=(
        KnownValue((0, 1), ((0.5, 0.25, 0.25), (0.5, 0.25, 0.25)), 1.0397207708399179, "(ln 2 + ln 4) / 2"),
        KnownValue(
            (2, 1, 0),
            ((0.25, 0.25, 0.5), (0.75, 0.125, 0.125), (0.5, 0.5, 0.0)),
            1.1552453009332422,
            "(2 ln 2 + ln 8) / 3",
        ),
        KnownValue((1,), ((0.0, 1.0, 0.0),), 0.0, "perfect"),
        KnownValue((1,), ((0.5, 0.25, 0.0),), None, "no distribution"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("multi-class",),
    family="log_loss",
)
