"""The weight of a cut of an undirected graph, for maximum cut."""

from typing import Any

from pipeline.metrics.oracles.spec import KnownAnswer, OracleSpec


def cut_weight(problem: Any, answer: Any) -> float:
    """Sum of the weights of edges whose ends lie on different sides."""
    edges, n_nodes = problem["edges"], problem["nodes"]
    if (
        not isinstance(answer, list)
        or len(answer) != n_nodes
        or any(type(s) is not int or s not in (0, 1) for s in answer)
    ):
        raise ValueError(f"a side, 0 or 1, for each of the {n_nodes} nodes is expected")
    return float(sum(weight for one, other, weight in edges if answer[one] != answer[other]))


ORACLE = OracleSpec(
    oracle_id="cut_weight",
    title="Cut weight",
    problem="{nodes: n, edges: [[node, node, weight], ...]}, nodes from 0",
    answer="a list of n sides, 0 or 1",
    compute=cut_weight,
    known=(
        KnownAnswer({"nodes": 3, "edges": [[0, 1, 1], [1, 2, 1], [0, 2, 1]]}, [0, 1, 0], 2.0, "a triangle"),
        KnownAnswer({"nodes": 2, "edges": [[0, 1, 2.5]]}, [1, 1], 0.0, "one side"),
        KnownAnswer({"nodes": 2, "edges": []}, [0], None, "a node without a side"),
        KnownAnswer({"nodes": 2, "edges": []}, [0, True], None, "no whole number"),
    ),
)
