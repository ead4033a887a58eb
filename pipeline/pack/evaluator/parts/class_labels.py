"""Class labels: a table of ids and classes."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance
from pipeline.pack.evaluator.parts.table import TruthTable, parse_label, read_table, read_truth_table


def parse_truth(raw: bytes, instance: Instance) -> TruthTable:
    """The answers by id."""
    columns = (instance.target_column,)
    return read_truth_table(raw, instance, columns, lambda cells: parse_label(cells[0], instance.classes), int)


def parse_submission(raw: bytes, instance: Instance, truth: TruthTable) -> Any:
    """The predictions in the order of the truth, shape (n,)."""
    columns = (instance.target_column,)
    return read_table(raw, instance, columns, lambda cells: parse_label(cells[0], instance.classes), truth.places, int)


def compared(instance: Instance, wants: str, truth: TruthTable, prediction: Any) -> tuple[Any, Any]:
    """Class numbers (n,) and class numbers (n,)."""
    return truth.values, prediction
