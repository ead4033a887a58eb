"""Perplexity: e to the mean negative log-likelihood of the true token."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def perplexity(truth: Any, prediction: Any) -> float:
    """exp of the log loss over all tokens; the probability of a token is clipped at machine precision."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=int), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isfinite(predicted).all() or (predicted < 0).any() or (np.abs(predicted.sum(axis=1) - 1) > 1e-6).any():
        raise ValueError("probabilities that do not sum to 1")
    likelihood = predicted[np.arange(actual.size), actual]
    return float(np.exp(-np.mean(np.log(np.clip(likelihood, np.finfo(float).eps, 1)))))


METRIC = MetricSpec(
    metric_id="perplexity",
    title="Perplexity",
    aliases=("PPL", "perplexity per token", "test perplexity"),
    direction=Direction.LOWER,
    low=1.0,
    high=None,
    optimum=1.0,
    input_kind=InputKind.CLASS_PROBABILITIES,
    reference="formula",
    compute=perplexity,
    known=(
        KnownValue(
            (0, 1, 3),
            ((0.25, 0.25, 0.25, 0.25), (0.25, 0.25, 0.25, 0.25), (0.25, 0.25, 0.25, 0.25)),
            4.0,
            "uniform over 4",
        ),
        KnownValue((0, 1), ((0.5, 0.5, 0.0), (0.75, 0.125, 0.125)), 4.0, "sqrt(2 · 8)"),
        KnownValue(
            (2, 1, 0),
            ((0.25, 0.25, 0.5), (0.75, 0.125, 0.125), (0.5, 0.5, 0.0)),
            32 ** (1 / 3),
            "cube root of 2 · 8 · 2",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per token",),
)
