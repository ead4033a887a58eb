"""Graph connectivity of labels in the graph of nearest neighbours (Luecken et al., 2022), 15 neighbours."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def graph_connectivity(truth: Any, prediction: Any) -> float:
    """Mean over labels of the largest connected share of their rows in the graph of each row's 15 nearest rows."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    points = np.asarray(prediction, dtype=float)
    labels = np.array([str(row[0]) for row in truth])
    from scipy.sparse.csgraph import connected_components
    from sklearn.neighbors import kneighbors_graph

    if len(points) < 2:
        raise ValueError("fewer than two rows in the truth")
    graph = kneighbors_graph(points, min(15, len(points) - 1))
    values = []
    for label in sorted(set(labels)):
        mine = np.flatnonzero(labels == label)
        parts = connected_components(graph[mine][:, mine], directed=False)[1]
        values.append(np.bincount(parts).max() / len(mine))
    return float(np.mean(values))


METRIC = MetricSpec(
    metric_id="graph_connectivity",
    title="Graph connectivity",
    aliases=("graph conn.", "kNN graph connectivity"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.EMBEDDINGS,
    reference="formula",
    compute=graph_connectivity,
    known=(
        KnownValue(
            (*((("a", "1"),) * 20), *((("b", "1"),) * 20), *((("a", "1"),) * 20)),
            (
                *(((float(at),)) for at in range(20)),
                *(((1000.0 + at,)) for at in range(20)),
                *(((9000.0 + at,)) for at in range(20)),
            ),
            0.75,
            "a lies in two equal parts, b in one",
        ),
        KnownValue(
            (*((("a", "1"),) * 30), *((("b", "1"),) * 10), *((("a", "1"),) * 30)),
            (
                *(((float(at),)) for at in range(30)),
                *(((30.0 + at,)) for at in range(10)),
                *(((9000.0 + at,)) for at in range(30)),
            ),
            0.75,
            "two equal parts of a, b beside one of them",
        ),
        KnownValue((("a", "1"), ("b", "1")), ((0.0,), (1.0,)), 1.0, "one row each"),
        KnownValue((("a", "1"),), ((0.0,),), None, "one row"),
        KnownValue(
            (("a", "1"),) * 32,
            (*((float(at),) for at in range(16)), *((1000.0 + at,) for at in range(16))),
            0.5,
            "two parts of 16: the 15 nearest are its own",
        ),
        KnownValue(
            (*((("a", "1"),) * 20), *((("b", "1"),) * 20), *((("a", "1"),) * 10)),
            (
                *((float(at),) for at in range(20)),
                *((1000.0 + at,) for at in range(20)),
                *((1900.0 + at,) for at in range(10)),
            ),
            5 / 6,
            "20 of 30, and all",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("GC",),
    companions=(
        "asw_label",
        "asw_batch",
        "adjusted_rand_index",
        "normalised_mutual_information",
    ),
    averaging=("per label", "15 neighbours"),
    is_fraction=True,
)
