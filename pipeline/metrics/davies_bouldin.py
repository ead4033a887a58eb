"""Davies-Bouldin index of a clustering of given points, a score from the points alone."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def davies_bouldin(truth: Any, prediction: Any) -> float:
    """scikit-learn's `davies_bouldin_score` of the points of the truth and the clusters of the prediction."""
    import numpy as np

    points, clusters = (
        np.asarray(truth, dtype=float),
        np.unique([str(row) for row in prediction], return_inverse=True)[1],
    )
    if points.size == 0:
        raise ValueError("no rows")
    if not 2 <= clusters.max() + 1 < len(clusters):
        raise ValueError("one cluster only, or a cluster for each row")
    from sklearn.metrics import davies_bouldin_score

    return float(davies_bouldin_score(points, clusters))


METRIC = MetricSpec(
    metric_id="davies_bouldin",
    title="Davies-Bouldin index",
    aliases=("DBI", "Davies-Bouldin", "DB index", "Davies–Bouldin index", "Davies-Bouldin score"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=None,
    input_kind=InputKind.CLUSTERINGS,
    reference="sklearn.metrics.davies_bouldin_score",
    compute=davies_bouldin,
    known=(
        KnownValue(((0.0,), (1.0,), (10.0,), (11.0,)), ("a", "a", "b", "b"), (0.5 + 0.5) / 10, "two pairs"),
        KnownValue(((0.0,), (1.0,), (4.0,), (6.0,)), ("a", "b", "a", "b"), (2 + 2.5) / 1.5, "interleaved"),
        KnownValue(
            ((0.0, 0.0), (2.0, 0.0), (0.0, 8.0), (2.0, 8.0)),
            ("a", "a", "b", "b"),
            (1 + 1) / 8,
            "two pairs in the plane, 8 apart",
        ),
        KnownValue(((0.0,), (1.0,)), ("a", "a"), None, "one cluster"),
        KnownValue(
            ((0.0,), (1.0,), (10.0,), (12.0,), (14.0,)),
            ("a", "a", "b", "b", "b"),
            (1 / 2 + 4 / 3) / 11.5,
            "spreads 1/2 and 4/3, centres 11.5 apart",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=(),
)
