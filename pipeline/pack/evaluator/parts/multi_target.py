"""Several numbers a row: a table of ids and one number per target; values of the truth may be empty."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance
from pipeline.pack.evaluator.parts.table import TruthTable, parse_known, parse_numbers, read_table, read_truth_table


def parse_truth(raw: bytes, instance: Instance) -> TruthTable:
    """The answers by id, shape (n, k)."""
    return read_truth_table(raw, instance, instance.columns, parse_known_numbers, is_wide=True)


def parse_submission(raw: bytes, instance: Instance, truth: TruthTable) -> Any:
    """The predictions in the order of the truth, shape (n, k)."""
    return read_table(raw, instance, instance.columns, parse_numbers, truth.places, is_wide=True)


def compared(instance: Instance, wants: str, truth: TruthTable, prediction: Any) -> tuple[Any, Any]:
    """Numbers or NaN (n, k) and numbers (n, k)."""
    return truth.values, prediction


def parse_known_numbers(cells: list[str]) -> list[float]:
    """Finite numbers, NaN for an empty cell."""
    return [parse_known(cell) for cell in cells]
