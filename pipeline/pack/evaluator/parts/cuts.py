"""Cuts: for each graph the part of every node; the truth holds its edges (node, node, weight)."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission, shown
from pipeline.pack.evaluator.parts.json_lines import number_in, read_lines, read_truth_lines


def parse_truth(raw: bytes, instance: Instance) -> dict[str, Any]:
    """The edges of each graph."""
    return read_truth_lines(raw, instance, weighted_edges)


def parse_submission(raw: bytes, instance: Instance, truth: dict[str, Any]) -> list[Any]:
    """The parts of each graph in the order of the truth: every node has one, and there are no others."""
    nodes = {row_id: {node for edge in edges for node in edge[:2]} for row_id, edges in truth.items()}
    return read_lines(raw, truth, lambda row_id, value: parts_in(value, nodes[row_id]))


def compared(instance: Instance, wants: str, truth: dict[str, Any], prediction: list[Any]) -> tuple[Any, Any]:
    """Weighted edges, and {node: part}."""
    return list(truth.values()), prediction


def weighted_edges(value: Any) -> list[tuple[str, str, float]]:
    """Triples of two names and a number."""
    if not isinstance(value, list) or not all(isinstance(edge, list) and len(edge) == 3 for edge in value):
        raise InvalidSubmission("edges must be triples of two nodes and a weight")
    return [(str(one), str(other), number_in(weight, "a weight")) for one, other, weight in value]


def parts_in(value: Any, nodes: set[str]) -> dict[str, Any]:
    """A whole number or a name for each node."""
    if not isinstance(value, dict) or set(value) != nodes:
        raise InvalidSubmission(f"a part for each of the {len(nodes)} nodes and for no other is expected")
    wrong = [part for part in value.values() if isinstance(part, bool) or not isinstance(part, int | str)]
    if wrong:
        raise InvalidSubmission(f"{shown(repr(wrong[0]))} is no part: a whole number or a name")
    return value
