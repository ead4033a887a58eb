"""Spearman's rank correlation coefficient: Pearson's of the ranks, ties ranked by their mean."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def spearman(truth: Any, prediction: Any) -> float:
    """Pearson correlation of the mean ranks; undefined where either is constant."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.ptp(actual) == 0 or np.ptp(predicted) == 0:
        raise ValueError("constant truth or prediction")
    ranks = []
    for values in (actual, predicted):
        _, group, size = np.unique(values, return_inverse=True, return_counts=True)
        rank = (np.cumsum(size) - (size - 1) / 2)[group]
        ranks.append(rank - np.mean(rank))
    x, y = ranks
    return float(np.clip(x @ y / np.sqrt((x @ x) * (y @ y)), -1, 1))


METRIC = MetricSpec(
    metric_id="spearman",
    title="Spearman correlation coefficient",
    aliases=(
        "Spearman",
        "Spearman's rho",
        "Spearman rho",
        "Spearman's ρ",
        "Spearman ρ",
        "SRCC",
        "Spearman correlation",
        "Spearman's correlation",
        "Spearman rank correlation",
        "Spearman's rank correlation",
        "Spearman's rank correlation coefficient",
        "Spearman rank correlation coefficient",
        "Spearman's correlation coefficient",
        "SpearmanR",
        "rank correlation",
        "Spearman's r",
        "Spearman corr.",
    ),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.VALUES,
    reference="scipy.stats.spearmanr",
    compute=spearman,
    known=(
        KnownValue((1.0, 2.0, 3.0, 4.0), (1.0, 3.0, 2.0, 50.0), 0.8, "1 - 6 · 2 / 60"),
        KnownValue((1.0, 2.0, 3.0), (6.0, 5.0, -2.0), -1.0, "falling"),
        KnownValue((1.0, 2.0, 3.0), (1.0, 1.0, 2.0), 0.75**0.5, "a tie: 1.5 / sqrt(2 · 1.5)"),
        KnownValue((1.0, 2.0), (3.0, 3.0), None, "a constant"),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("ρ", "S", "SC", "SCC", "rs"),
    companions=("rmse", "mae", "mse", "pearson", "kendall"),
    is_fraction=True,
    no_skill=0.0,
)
