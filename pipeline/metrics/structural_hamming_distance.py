"""Structural Hamming distance of directed graphs: edges missing, too many or turned (Tsamardinos et al., 2006)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def structural_hamming_distance(truth: Any, prediction: Any) -> float:
    """Mean over graphs of the pairs of nodes whose edges differ; an edge that is turned round counts once."""
    if len(truth) == 0:
        raise ValueError("no rows")
    graphs = [
        ({tuple(edge) for edge in one}, {tuple(edge) for edge in other})
        for one, other in zip(truth, prediction, strict=True)
    ]
    wrong = [{frozenset(edge) for edge in one ^ other} for one, other in graphs]
    return float(sum(map(len, wrong)) / len(wrong))


METRIC = MetricSpec(
    metric_id="structural_hamming_distance",
    title="Structural Hamming distance",
    aliases=("SHD", "structural hamming"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.GRAPHS,
    reference="formula",
    compute=structural_hamming_distance,
    known=(
        KnownValue(
            ((("a", "b"), ("b", "c")),), ((("b", "a"), ("b", "c"), ("a", "c")),), 2.0, "one turned round, one too many"
        ),
        KnownValue(
            ((("a", "b"),), (("a", "b"), ("c", "d"))),
            ((), (("a", "b"), ("d", "c"))),
            1.0,
            "one missing; one turned round",
        ),
        KnownValue(
            ((("a", "b"), ("b", "c"), ("c", "d")),), ((("a", "b"), ("b", "d")),), 3.0, "two missing, one too many"
        ),
        KnownValue(
            ((("a", "b"),), (("a", "b"),), ()),
            ((("b", "a"),), (("c", "d"), ("a", "b")), (("a", "b"), ("b", "c"))),
            4 / 3,
            "1, 1 and 2",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per graph", "a turned edge counts once"),
)
