"""Kendall's rank correlation coefficient, tau-b."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def kendall(truth: Any, prediction: Any) -> float:
    """Concordant less discordant pairs over the geometric mean of untied pairs; undefined where either is constant."""
    import numpy as np
    from scipy.stats import kendalltau

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.ptp(actual) == 0 or np.ptp(predicted) == 0:
        raise ValueError("constant truth or prediction")
    return float(kendalltau(actual, predicted).statistic)


METRIC = MetricSpec(
    metric_id="kendall",
    title="Kendall correlation coefficient",
    aliases=(
        "Kendall",
        "Kendall's tau",
        "Kendall tau",
        "Kendall's τ",
        "Kendall τ",
        "KRCC",
        "Kendall rank correlation",
        "Kendall's rank correlation coefficient",
        "tau-b",
        "Kendall rank correlation coefficient",
        "Kendall's tau-b",
    ),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.VALUES,
    reference="scipy.stats.kendalltau",
    compute=kendall,
    known=(
        KnownValue((1.0, 2.0, 3.0, 4.0), (1.0, 3.0, 2.0, 50.0), 2 / 3, "5 of 6 pairs in order"),
        KnownValue((1.0, 2.0, 3.0), (6.0, 5.0, -2.0), -1.0, "falling"),
        KnownValue((1.0, 2.0, 3.0), (1.0, 1.0, 2.0), 2 / 6**0.5, "a tie: 2 / sqrt(3 · 2)"),
        KnownValue((1.0, 2.0), (3.0, 3.0), None, "a constant"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    no_skill=0.0,
    ambiguous=("τ",),
    companions=(
        "spearman",
        "pearson",
    ),
)
