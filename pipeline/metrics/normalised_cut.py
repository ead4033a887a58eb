"""Normalised cut of a partition of an undirected graph (Shi and Malik, 2000)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def normalised_cut(truth: Any, prediction: Any) -> float:
    """Mean over graphs of the sum over parts of the weight that leaves a part, over the sum of its degrees."""
    if len(truth) == 0:
        raise ValueError("no rows")
    values = []
    for edges, part in zip(truth, prediction, strict=True):
        if any(node not in part for edge in edges for node in edge[:2]):
            raise ValueError("a node without a part")
        leaving, degree = dict.fromkeys(part.values(), 0.0), dict.fromkeys(part.values(), 0.0)
        for one, other, weight in edges:
            for end, far in ((one, other), (other, one)):
                degree[part[end]] += weight
                leaving[part[end]] += weight if part[end] != part[far] else 0.0
        if len(degree) < 2 or min(degree.values()) <= 0:
            raise ValueError("fewer than two parts, or a part without edges")
        values.append(sum(leaving[name] / degree[name] for name in degree))
    return float(sum(values) / len(values))


METRIC = MetricSpec(
    metric_id="normalised_cut",
    title="Normalised cut",
    aliases=("normalized cut", "Ncut", "normalized cut size"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=None,
    input_kind=InputKind.CUTS,
    reference="formula",
    compute=normalised_cut,
    known=(
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
            2 / 7,
            "1 of 7 on both sides",
        ),
        KnownValue(
            ((("a", "b", 1.0), ("b", "c", 2.0), ("c", "d", 1.0), ("d", "a", 2.0), ("a", "c", 5.0)),),
            ({"a": 0, "b": 1, "c": 0, "d": 1},),
            6 / 16 + 6 / 6,
            "6 of 16 and 6 of 6",
        ),
        KnownValue(
            ((("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 1.0)), (("x", "y", 3.0),)),
            ({"a": 0, "b": 1, "c": 1}, {"x": 0, "y": 1}),
            (2 / 2 + 2 / 4 + 2) / 2,
            "2 of 2 and 2 of 4; all and all",
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
            ({"a": 0, "b": 0, "c": 0, "d": 0, "e": 0, "f": 0},),
            None,
            "one part",
        ),
        KnownValue(((("a", "b", 1.0),),), ({"a": 0},), None, "a node without a part"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per graph", "undirected"),
)
