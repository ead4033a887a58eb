"""Log loss, also binary cross-entropy: the mean negative log-likelihood, in nats."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def log_loss(truth: Any, prediction: Any) -> float:
    """Mean of -ln of the probability of the true class, clipped at machine precision; 1 is the positive class."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not ((predicted >= 0) & (predicted <= 1)).all():
        raise ValueError("probabilities outside 0 and 1")
    smallest = np.finfo(float).eps
    likelihood = np.where(actual == 1, predicted, 1 - predicted)
    return float(-np.mean(np.log(np.clip(likelihood, smallest, 1))))


METRIC = MetricSpec(
    metric_id="log_loss",
    title="Log loss",
    aliases=(
        "logloss",
        "cross-entropy",
        "cross-entropy loss",
        "binary cross-entropy",
        "BCE",
        "negative log-likelihood",
        "NLL",
        "cross entropy loss",
    ),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.PROBABILITIES,
    reference="sklearn.metrics.log_loss(labels=[0, 1])",
    compute=log_loss,
    known=(
        KnownValue((1, 0), (0.5, 0.5), 0.6931471805599453, "ln 2"),
        KnownValue((1, 0, 0), (0.25, 0.75, 0.0), 0.924196240746593, "2 ln 4 / 3"),
        KnownValue((1, 0, 0), (0.25, 0.5, 0.5), 0.924196240746593, "(ln 4 + 2 ln 2) / 3"),
        KnownValue((1, 0), (1.5, 0.0), None, "not a probability"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
)
