"""Adjusted Rand index: pairs put together by both partitions, beyond chance (Hubert and Arabie, 1985)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def adjusted_rand_index(truth: Any, prediction: Any) -> float:
    """Compares two partitions; the names of clusters do not matter."""
    from sklearn.metrics import adjusted_rand_score

    if len(truth) == 0:
        raise ValueError("no rows")
    return float(adjusted_rand_score(truth, prediction))


METRIC = MetricSpec(
    metric_id="adjusted_rand_index",
    title="Adjusted Rand index",
    aliases=("ARI", "adjusted rand score", "adjusted Rand"),
    direction=Direction.HIGHER,
    low=-0.5,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.adjusted_rand_score",
    compute=adjusted_rand_index,
    known=(
        KnownValue((0, 0, 1, 1), (1, 1, 0, 0), 1.0, "the same partition under other names"),
        KnownValue((0, 0, 1, 1), (0, 0, 1, 2), 4 / 7, "pairs 1 of 2 and 1, of 6: (1 - 1/3) / (3/2 - 1/3)"),
        KnownValue((0, 0, 0, 1), (0, 0, 1, 1), 0.0, "pairs 1 of 3 and 2, of 6: as by chance"),
        KnownValue(
            (0, 0, 0, 0, 1, 1), (0, 0, 0, 1, 1, 2), 34 / 109, "pairs 3 of 7 and 4, of 15: (3 - 28/15) / (11/2 - 28/15)"
        ),
        KnownValue((0, 0, 1, 1), (0, 1, 0, 1), -0.5, "pairs 0 of 2 and 2, of 6: (0 - 2/3) / (2 - 2/3)"),
        KnownValue((), (), None, "no rows"),
    ),
    no_skill=0.0,
    is_fraction=True,
)
