"""Silhouette coefficient of a clustering of given points, a score from the points alone."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def silhouette(truth: Any, prediction: Any) -> float:
    """scikit-learn's `silhouette_score` of the points of the truth and the clusters of the prediction."""
    import numpy as np

    points, clusters = (
        np.asarray(truth, dtype=float),
        np.unique([str(row) for row in prediction], return_inverse=True)[1],
    )
    if points.size == 0:
        raise ValueError("no rows")
    if not 2 <= clusters.max() + 1 < len(clusters):
        raise ValueError("one cluster only, or a cluster for each row")
    from sklearn.metrics import silhouette_score

    return float(silhouette_score(points, clusters))


METRIC = MetricSpec(
    metric_id="silhouette",
    title="Silhouette coefficient",
    aliases=(
        "silhouette score",
        "silhouette",
        "ASW",
        "average silhouette width",
        "mean silhouette",
        "silhouette coefficient",
    ),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=None,
    input_kind=InputKind.CLUSTERINGS,
    reference="sklearn.metrics.silhouette_score",
    compute=silhouette,
    known=(
        KnownValue(
            ((0.0,), (1.0,), (10.0,), (11.0,)), ("a", "a", "b", "b"), (1 - 1 / 10.5 + 1 - 1 / 9.5) / 2, "two pairs"
        ),
        KnownValue(
            ((0.0,), (1.0,), (4.0,), (6.0,)), ("a", "b", "a", "b"), (-1 / 8 - 3 / 5 - 3 / 8 - 1 / 5) / 4, "interleaved"
        ),
        KnownValue(
            ((0.0, 0.0), (2.0, 0.0), (0.0, 8.0), (2.0, 8.0)),
            ("a", "a", "b", "b"),
            1 - 4 / (8 + 68**0.5),
            "two pairs in the plane, 8 apart",
        ),
        KnownValue(((0.0,), (1.0,)), ("a", "a"), None, "one cluster"),
        KnownValue(
            ((0.0,), (1.0,), (10.0,), (12.0,), (14.0,)),
            ("a", "a", "b", "b", "b"),
            (11 / 12 + 10 / 11 + 6.5 / 9.5 + 9.5 / 11.5 + 10.5 / 13.5) / 5,
            "2 and 3 points",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("SIL",),
    companions=(
        "davies_bouldin",
        "calinski_harabasz",
    ),
    averaging=("Euclidean",),
)
