"""Graphs: for each row a list of directed edges, pairs of node names."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission, shown
from pipeline.pack.evaluator.parts.json_lines import read_lines, read_truth_lines


def parse_truth(raw: bytes, instance: Instance) -> dict[str, Any]:
    """The edges of each graph."""
    return read_truth_lines(raw, instance, edges_in)


def parse_submission(raw: bytes, instance: Instance, truth: dict[str, Any]) -> list[Any]:
    """The edges of each graph in the order of the truth."""
    return read_lines(raw, truth, lambda row_id, value: edges_in(value))


def compared(instance: Instance, wants: str, truth: dict[str, Any], prediction: list[Any]) -> tuple[Any, Any]:
    """Sets of edges."""
    return list(truth.values()), prediction


def edges_in(value: Any) -> frozenset[tuple[str, str]]:
    """Different pairs of different names."""
    if not isinstance(value, list) or not all(is_edge(edge) for edge in value):
        raise InvalidSubmission(f"edges must be pairs of two node names, not {shown(repr(value))}")
    edges = frozenset((one, other) for one, other in value)
    if len(edges) < len(value):
        raise InvalidSubmission("an edge is repeated")
    return edges


def is_edge(edge: Any) -> bool:
    """True for two names that differ."""
    is_pair = isinstance(edge, list) and len(edge) == 2 and all(isinstance(node, str) for node in edge)
    return is_pair and edge[0] != edge[1]
