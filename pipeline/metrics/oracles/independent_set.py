"""The size of an independent set of a graph."""

from typing import Any

from pipeline.metrics.oracles.spec import KnownAnswer, OracleSpec


def independent_set(problem: Any, answer: Any) -> float:
    """Number of nodes, of which no two share an edge."""
    if not isinstance(answer, list) or any(type(node) is not int for node in answer) or len(set(answer)) < len(answer):
        raise ValueError("a list of different whole numbers is expected")
    if any(not 0 <= node < problem["nodes"] for node in answer):
        raise ValueError("a node that is not in the graph")
    chosen = set(answer)
    if any(one in chosen and other in chosen for one, other in problem["edges"]):
        raise ValueError("two chosen nodes share an edge")
    return float(len(answer))


ORACLE = OracleSpec(
    oracle_id="independent_set",
    title="Independent set",
    problem="{nodes: n, edges: [[node, node], ...]}, nodes from 0",
    answer="a list of nodes",
    compute=independent_set,
    known=(
        KnownAnswer({"nodes": 5, "edges": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]}, [0, 2], 2.0, "a ring of five"),
        KnownAnswer({"nodes": 3, "edges": [[0, 1]]}, [], 0.0, "nothing chosen"),
        KnownAnswer({"nodes": 3, "edges": [[0, 1]]}, [0, 1], None, "neighbours"),
        KnownAnswer({"nodes": 3, "edges": []}, [3], None, "no such node"),
    ),
)
