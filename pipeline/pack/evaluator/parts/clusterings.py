"""Clusterings: a table of ids and clusters, any short name each; the truth holds the points."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission, shown
from pipeline.pack.evaluator.parts.table import TruthTable, parse_numbers, read_table, read_truth_table


def parse_truth(raw: bytes, instance: Instance) -> TruthTable:
    """The points by id, shape (n, d)."""
    return read_truth_table(raw, instance, instance.columns, parse_numbers, is_wide=True)


def parse_submission(raw: bytes, instance: Instance, truth: TruthTable) -> Any:
    """The clusters in the order of the truth, shape (n,)."""
    return read_table(raw, instance, (instance.target_column,), parse_cluster, truth.places, object)


def compared(instance: Instance, wants: str, truth: TruthTable, prediction: Any) -> tuple[Any, Any]:
    """Points (n, d) and clusters (n,)."""
    return truth.values, prediction


def parse_cluster(cells: list[str]) -> str:
    """The name of a cluster."""
    if not 0 < len(cells[0]) <= 100:
        raise InvalidSubmission(f"{shown(cells[0])} is no name of a cluster: 1 to 100 letters")
    return cells[0]
