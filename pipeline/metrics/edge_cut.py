"""Edge cut of a partition: the weight of the edges between parts, the less the better."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def edge_cut(truth: Any, prediction: Any) -> float:
    """Mean over graphs of the weight of the edges whose ends lie in different parts."""
    if len(truth) == 0:
        raise ValueError("no rows")
    values = []
    for edges, part in zip(truth, prediction, strict=True):
        if any(node not in part for edge in edges for node in edge[:2]):
            raise ValueError("a node without a part")
        values.append(sum(weight for one, other, weight in edges if part[one] != part[other]))
    return float(sum(values) / len(values))


METRIC = MetricSpec(
    metric_id="edge_cut",
    title="Edge cut",
    aliases=("min-cut", "edges cut", "cut edges", "minimum cut"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=None,
    input_kind=InputKind.CUTS,
    reference="formula",
    compute=edge_cut,
    known=(
        KnownValue(
            ((("a", "b", 1.0), ("b", "c", 2.0), ("c", "d", 1.0), ("d", "a", 2.0), ("a", "c", 5.0)),),
            ({"a": 0, "b": 1, "c": 1, "d": 0},),
            7.0,
            "1 + 1 + 5",
        ),
        KnownValue(
            ((("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 1.0)), (("x", "y", 3.0),)),
            ({"a": 0, "b": 1, "c": 2}, {"x": 0, "y": 1}),
            3.0,
            "3 and 3",
        ),
        KnownValue(
            (
                (
                    ("a", "b", 1.0),
                    ("b", "c", 1.0),
                    ("a", "c", 1.0),
                    ("d", "e", 1.0),
                    ("e", "f", 1.0),
                    ("d", "f", 1.0),
                    ("c", "d", 1.0),
                ),
            ),
            ({"a": 0, "b": 0, "c": 0, "d": 1, "e": 1, "f": 1},),
            1.0,
            "two triangles and a bridge",
        ),
        KnownValue(
            ((("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 1.0)), (("x", "y", 3.0),)),
            ({"a": 0, "b": 1, "c": 1}, {"x": 0, "y": 0}),
            1.0,
            "2 and 0",
        ),
        KnownValue(((("a", "b", 1.0),),), ({"a": 0},), None, "a node without a part"),
        KnownValue(
            ((("a", "b", 1.0),), (("a", "b", 2.0),), (("a", "b", 4.0),)),
            ({"a": 0, "b": 1}, {"a": 0, "b": 1}, {"a": 0, "b": 0}),
            1.0,
            "1, 2 and 0",
        ),
        KnownValue(
            ((("a", "b", 1.0),), (("a", "b", 2.0),), (("a", "b", 4.0),)),
            ({"a": 0, "b": 1}, {"a": 0, "b": 0}, {"a": 0, "b": 1}),
            5 / 3,
            "1, 0 and 4",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per graph",),
)
