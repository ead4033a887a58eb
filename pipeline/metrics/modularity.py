"""Modularity of a partition of an undirected graph (Newman and Girvan, 2004)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def modularity(truth: Any, prediction: Any) -> float:
    """Mean over graphs of the sum over parts of inner weight / m - (sum of degrees / 2 m) squared."""
    if len(truth) == 0:
        raise ValueError("no rows")
    values = []
    for edges, part in zip(truth, prediction, strict=True):
        if any(node not in part for edge in edges for node in edge[:2]):
            raise ValueError("a node without a part")
        total = sum(weight for _, _, weight in edges)
        if total <= 0:
            raise ValueError("a graph without weight in the truth")
        inner, degree = dict.fromkeys(part.values(), 0.0), dict.fromkeys(part.values(), 0.0)
        for one, other, weight in edges:
            inner[part[one]] += weight if part[one] == part[other] else 0.0
            degree[part[one]] += weight
            degree[part[other]] += weight
        values.append(sum(inner[name] / total - (degree[name] / (2 * total)) ** 2 for name in inner))
    return float(sum(values) / len(values))


METRIC = MetricSpec(
    metric_id="modularity",
    title="Modularity",
    aliases=("modularity Q", "Newman modularity", "Q modularity"),
    direction=Direction.HIGHER,
    low=-0.5,
    high=1.0,
    optimum=None,
    input_kind=InputKind.CUTS,
    reference="formula",
    compute=modularity,
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
            5 / 14,
            "two triangles and a bridge: 2 (3/7 - 1/4)",
        ),
        KnownValue(
            ((("a", "b", 1.0), ("b", "c", 2.0), ("c", "d", 1.0), ("d", "a", 2.0), ("a", "c", 5.0)),),
            ({"a": 0, "b": 1, "c": 0, "d": 1},),
            5 / 11 - (16 / 22) ** 2 - (6 / 22) ** 2,
            "inner weight 5 of 11, degrees 16 and 6",
        ),
        KnownValue(
            ((("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 1.0)), (("x", "y", 3.0),)),
            ({"a": 0, "b": 1, "c": 2}, {"x": 0, "y": 1}),
            (-1 / 3 - 1 / 2) / 2,
            "every node by itself",
        ),
        KnownValue(((("a", "b", 1.0),),), ({"a": 0},), None, "a node without a part"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per graph", "undirected"),
)
