"""Concordance index without censoring: the share of pairs whose order is predicted (Harrell, 1982)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def concordance_index(truth: Any, prediction: Any) -> float:
    """Pairs of different truth that are in order, ties of the prediction counted half."""
    import numpy as np
    from scipy.stats import kendalltau

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.ptp(actual) == 0:
        raise ValueError("the truth is constant")
    if np.ptp(predicted) == 0:
        return 0.5
    pairs = actual.size * (actual.size - 1) / 2
    untied = []
    for values in (actual, predicted):
        size = np.unique(values, return_counts=True)[1].astype(float)
        untied.append(pairs - np.sum(size * (size - 1)) / 2)
    in_order_less_reversed = kendalltau(actual, predicted).statistic * np.sqrt(untied[0] * untied[1])
    return float((in_order_less_reversed / untied[0] + 1) / 2)


METRIC = MetricSpec(
    metric_id="concordance_index",
    title="Concordance index",
    aliases=(
        "C-index",
        "CI index",
        "c index",
        "Harrell's C-index",
        "Harrell's C",
        "concordance",
        "concordance statistic",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.VALUES,
    reference="formula",
    compute=concordance_index,
    known=(
        KnownValue((1.0, 2.0, 3.0, 4.0), (1.0, 3.0, 2.0, 50.0), 5 / 6, "5 of 6 pairs in order"),
        KnownValue((1.0, 2.0, 3.0), (6.0, 5.0, -2.0), 0.0, "falling"),
        KnownValue((1.0, 2.0, 3.0), (1.0, 1.0, 2.0), 5 / 6, "2 in order and a tie"),
        KnownValue((1.0, 1.0, 2.0), (1.0, 2.0, 3.0), 1.0, "a tie of the truth does not count"),
        KnownValue((1.0, 2.0), (3.0, 3.0), 0.5, "a constant"),
        KnownValue((1.0, 1.0), (1.0, 2.0), None, "constant truth"),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("CI",),
    companions=("mse", "rmse"),
    is_fraction=True,
    no_skill=0.5,
)
