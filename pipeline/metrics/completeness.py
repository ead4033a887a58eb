"""Completeness: 1 where every class lies in one cluster (Rosenberg and Hirschberg, 2007)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def completeness(truth: Any, prediction: Any) -> float:
    """Compares two partitions; the names of clusters do not matter."""
    from sklearn.metrics import completeness_score

    if len(truth) == 0:
        raise ValueError("no rows")
    return float(completeness_score(truth, prediction))


METRIC = MetricSpec(
    metric_id="completeness",
    title="Completeness",
    aliases=("completeness score",),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.completeness_score",
    compute=completeness,
    known=(
        KnownValue((0, 0, 1, 1), (1, 1, 0, 0), 1.0, "the same partition under other names"),
        KnownValue((0, 0, 1, 1), (0, 0, 1, 2), 2 / 3, "1 - (1/2) / (3/2) bits"),
        KnownValue((0, 0, 1, 2), (0, 0, 1, 1), 1.0, "each class in one cluster"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
)
