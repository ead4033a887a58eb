"""Distributions: a table of ids and one share per part, which sum to 1."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance
from pipeline.pack.evaluator.parts.table import TruthTable, parse_shares, read_table, read_truth_table


def parse_truth(raw: bytes, instance: Instance) -> TruthTable:
    """The answers by id, shape (n, k)."""
    return read_truth_table(raw, instance, instance.columns, parse_shares, is_wide=True)


def parse_submission(raw: bytes, instance: Instance, truth: TruthTable) -> Any:
    """The predictions in the order of the truth, shape (n, k)."""
    return read_table(raw, instance, instance.columns, parse_shares, truth.places, is_wide=True)


def compared(instance: Instance, wants: str, truth: TruthTable, prediction: Any) -> tuple[Any, Any]:
    """Shares (n, k) and shares (n, k)."""
    return truth.values, prediction
