"""Homogeneity: 1 where every cluster holds one class only (Rosenberg and Hirschberg, 2007)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def homogeneity(truth: Any, prediction: Any) -> float:
    """Compares two partitions; the names of clusters do not matter."""
    from sklearn.metrics import homogeneity_score

    if len(truth) == 0:
        raise ValueError("no rows")
    return float(homogeneity_score(truth, prediction))


METRIC = MetricSpec(
    metric_id="homogeneity",
    title="Homogeneity",
    aliases=("homogeneity score",),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.homogeneity_score",
    compute=homogeneity,
    known=(
        KnownValue((0, 0, 1, 1), (1, 1, 0, 0), 1.0, "the same partition under other names"),
        KnownValue((0, 0, 1, 1), (0, 0, 1, 2), 1.0, "each cluster is pure"),
        KnownValue((0, 0, 1, 2), (0, 0, 1, 1), 2 / 3, "1 - (1/2) / (3/2) bits"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
)
