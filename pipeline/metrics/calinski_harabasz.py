"""Calinski-Harabasz index of a clustering of given points, a score from the points alone."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def calinski_harabasz(truth: Any, prediction: Any) -> float:
    """scikit-learn's `calinski_harabasz_score` of the points of the truth and the clusters of the prediction."""
    import numpy as np

    points, clusters = (
        np.asarray(truth, dtype=float),
        np.unique([str(row) for row in prediction], return_inverse=True)[1],
    )
    if points.size == 0:
        raise ValueError("no rows")
    if not 2 <= clusters.max() + 1 < len(clusters):
        raise ValueError("one cluster only, or a cluster for each row")
    from sklearn.metrics import calinski_harabasz_score

    return float(calinski_harabasz_score(points, clusters))


METRIC = MetricSpec(
    metric_id="calinski_harabasz",
    title="Calinski-Harabasz index",
    aliases=(
        "CH index",
        "Calinski-Harabasz",
        "Calinski–Harabasz index",
        "variance ratio criterion",
        "Calinski-Harabasz score",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=None,
    optimum=None,
    input_kind=InputKind.CLUSTERINGS,
    reference="sklearn.metrics.calinski_harabasz_score",
    compute=calinski_harabasz,
    known=(
        KnownValue(((0.0,), (1.0,), (10.0,), (11.0,)), ("a", "a", "b", "b"), 100 / (1 / 2), "two pairs"),
        KnownValue(
            ((0.0,), (1.0,), (4.0,), (6.0,)),
            ("a", "b", "a", "b"),
            (2 * 2 * 0.75**2) / 1 / ((8 + 12.5) / 2),
            "interleaved",
        ),
        KnownValue(
            ((0.0, 0.0), (2.0, 0.0), (0.0, 8.0), (2.0, 8.0)),
            ("a", "a", "b", "b"),
            64 / (4 / 2),
            "two pairs in the plane, 8 apart",
        ),
        KnownValue(((0.0,), (1.0,)), ("a", "a"), None, "one cluster"),
        KnownValue(
            ((0.0,), (1.0,), (10.0,), (12.0,), (14.0,)),
            ("a", "a", "b", "b", "b"),
            (2 * 6.9**2 + 3 * 4.6**2) / (8.5 / 3),
            "between 158.7, within 8.5 of 3",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=(),
)
