"""F1 of directed edges, averaged over graphs."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def edge_f1(truth: Any, prediction: Any) -> float:
    """Mean over graphs of 2 |both| / (|true| + |given|); 1 where both have no edge."""
    if len(truth) == 0:
        raise ValueError("no rows")
    graphs = [
        ({tuple(edge) for edge in one}, {tuple(edge) for edge in other})
        for one, other in zip(truth, prediction, strict=True)
    ]
    shares = [2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0 for one, other in graphs]
    return float(sum(shares) / len(shares))


METRIC = MetricSpec(
    metric_id="edge_f1",
    title="Edge F1",
    aliases=("F1 (edges)", "edge-level F1", "graph F1"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.GRAPHS,
    reference="formula",
    compute=edge_f1,
    known=(
        KnownValue(((("a", "b"), ("b", "c")),), ((("b", "a"), ("b", "c"), ("a", "c")),), 2 / 5, "1 of 2 and 3"),
        KnownValue(
            ((("a", "b"),), (("a", "b"), ("c", "d"))),
            ((), (("a", "b"), ("d", "c"))),
            (0 + 2 / 4) / 2,
            "0 of 1 and 0; 1 of 2 and 2",
        ),
        KnownValue(((("a", "b"), ("b", "c"), ("c", "d")),), ((("a", "b"), ("b", "d")),), 2 / 5, "1 of 3 and 2"),
        KnownValue(((), (("a", "b"),)), ((), (("a", "b"),)), 1.0, "no edges at all; equal"),
        KnownValue(
            ((("a", "b"),), (("a", "b"),), (("c", "d"),)),
            ((("a", "b"),), (("c", "d"), ("a", "b")), (("a", "b"),)),
            (1 + 2 / 3 + 0) / 3,
            "1, 2/3 and 0",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per graph", "directed"),
    is_fraction=True,
)
