"""Values: a table of ids and numbers."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance
from pipeline.pack.evaluator.parts.table import TruthTable, parse_number, read_table, read_truth_table


def parse_truth(raw: bytes, instance: Instance) -> TruthTable:
    """The answers by id."""
    columns = (instance.target_column,)
    return read_truth_table(raw, instance, columns, lambda cells: parse_number(cells[0]))


def parse_submission(raw: bytes, instance: Instance, truth: TruthTable) -> Any:
    """The predictions in the order of the truth, shape (n,)."""
    columns = (instance.target_column,)
    return read_table(raw, instance, columns, lambda cells: parse_number(cells[0]), truth.places)


def compared(instance: Instance, wants: str, truth: TruthTable, prediction: Any) -> tuple[Any, Any]:
    """Numbers (n,) and numbers (n,)."""
    return truth.values, prediction
