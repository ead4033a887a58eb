"""Fowlkes-Mallows index: geometric mean of pairwise precision and recall (Fowlkes and Mallows, 1983)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def fowlkes_mallows(truth: Any, prediction: Any) -> float:
    """Compares two partitions; the names of clusters do not matter."""
    from sklearn.metrics import fowlkes_mallows_score

    if len(truth) == 0:
        raise ValueError("no rows")
    if len(set(truth)) == len(truth):
        raise ValueError("no two rows of the truth belong together")
    return float(fowlkes_mallows_score(truth, prediction))


METRIC = MetricSpec(
    metric_id="fowlkes_mallows",
    title="Fowlkes-Mallows index",
    aliases=("FMI", "Fowlkes-Mallows", "Fowlkes-Mallows score"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.fowlkes_mallows_score",
    compute=fowlkes_mallows,
    known=(
        KnownValue((0, 0, 1, 1), (1, 1, 0, 0), 1.0, "the same partition under other names"),
        KnownValue((0, 0, 1, 1), (0, 0, 1, 2), 0.5**0.5, "pairs 1 / sqrt(2 · 1)"),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), 6**-0.5, "pairs 1 / sqrt(3 · 2)"),
        KnownValue((0, 1), (0, 0), None, "no pair in the truth"),
        KnownValue((0, 0, 0, 0, 1, 1), (0, 0, 0, 1, 1, 2), 3 / 28**0.5, "pairs 3 / sqrt(7 · 4)"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
)
