"""Average silhouette width of labels in an embedding, scaled to 0 to 1 (Luecken et al., 2022)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def asw_label(truth: Any, prediction: Any) -> float:
    """(mean silhouette of the labels + 1) / 2, with Euclidean distances."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    points = np.asarray(prediction, dtype=float)
    labels = np.array([str(row[0]) for row in truth])
    from sklearn.metrics import silhouette_score

    if not 2 <= len(set(labels)) < len(labels):
        raise ValueError("one label only, or a label for each row, in the truth")
    return float((silhouette_score(points, labels) + 1) / 2)


METRIC = MetricSpec(
    metric_id="asw_label",
    title="ASW of labels",
    aliases=(
        "cell type ASW",
        "ASW label",
        "ASW_label",
        "ASW cell type",
        "label ASW",
        "ASW (cell type)",
        "ASW celltype",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.EMBEDDINGS,
    reference="formula",
    compute=asw_label,
    known=(
        KnownValue(
            (("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")),
            ((0.0,), (1.0,), (10.0,), (11.0,)),
            (1 + (1 - 1 / 10.5 + 1 - 1 / 9.5) / 2) / 2,
            "1 within, 10.5 and 9.5 across",
        ),
        KnownValue(
            (("a", "1"), ("a", "2"), ("a", "1"), ("b", "1"), ("b", "2")),
            ((0.0,), (1.0,), (5.0,), (4.0,), (6.0,)),
            (1 + (2 / 5 + 3 / 8 - 7 / 9 + 1 / 4 + 1 / 2) / 5) / 2,
            "silhouettes 2/5, 3/8, -7/9, 1/4, 1/2",
        ),
        KnownValue((("a", "1"), ("a", "2")), ((0.0,), (1.0,)), None, "one label"),
        KnownValue(
            (("a", "1"), ("b", "1"), ("a", "2"), ("b", "2")),
            ((0.0,), (1.0,), (4.0,), (6.0,)),
            (1 - 0.325) / 2,
            "interleaved: -1/8, -3/5, -3/8, -1/5",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("Euclidean", "scaled to 0 to 1"),
    is_fraction=True,
)
