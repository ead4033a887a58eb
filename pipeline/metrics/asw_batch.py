"""Batch mixing by average silhouette width: 1 - |silhouette| of batches within each label (Luecken et al., 2022)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def asw_batch(truth: Any, prediction: Any) -> float:
    """Mean over labels with two or more batches of the mean over their rows of 1 - |silhouette of the batch|."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    points = np.asarray(prediction, dtype=float)
    labels, batches = np.array([str(row[0]) for row in truth]), np.array([str(row[1]) for row in truth])
    from sklearn.metrics import silhouette_samples

    values = []
    for label in sorted(set(labels)):
        mine = labels == label
        if 2 <= len(set(batches[mine])) < mine.sum():
            values.append(np.mean(1 - np.abs(silhouette_samples(points[mine], batches[mine]))))
    if not values:
        raise ValueError("no label with several batches in the truth")
    return float(np.mean(values))


METRIC = MetricSpec(
    metric_id="asw_batch",
    title="ASW of batches",
    aliases=("batch ASW", "ASW batch", "ASW_batch", "ASW (batch)", "silhouette batch"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=None,
    input_kind=InputKind.EMBEDDINGS,
    reference="formula",
    compute=asw_batch,
    known=(
        KnownValue(
            (("a", "1"), ("a", "1"), ("a", "2"), ("a", "2")),
            ((0.0,), (1.0,), (10.0,), (11.0,)),
            (1 / 10.5 + 1 / 9.5) / 2,
            "1 within, 10.5 and 9.5 across",
        ),
        KnownValue(
            (("a", "1"), ("a", "2"), ("a", "1"), ("b", "1"), ("b", "1")),
            ((0.0,), (1.0,), (4.0,), (5.0,), (6.0,)),
            (1 - 3 / 4 + 1 + 1 - 1 / 4) / 3,
            "silhouettes -3/4, 0 for a batch of one, -1/4; b has one batch",
        ),
        KnownValue((("a", "1"), ("b", "2"), ("b", "2")), ((0.0,), (1.0,), (2.0,)), None, "no label with two batches"),
        KnownValue(
            (("a", "1"), ("a", "2"), ("a", "1"), ("a", "2")),
            ((0.0,), (1.0,), (4.0,), (6.0,)),
            1 - 0.325,
            "interleaved: -1/8, -3/5, -3/8, -1/5",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per label", "absolute", "Euclidean"),
    is_fraction=True,
)
