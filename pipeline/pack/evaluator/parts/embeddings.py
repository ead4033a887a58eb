"""Embeddings: a table of ids and as many coordinates as the submission likes; the truth holds labels and batches."""

import csv
from typing import Any

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission
from pipeline.pack.evaluator.parts.table import TruthTable, lines_of, parse_numbers, read_table, read_truth_table

MOST_COLUMNS = 4096


def parse_truth(raw: bytes, instance: Instance) -> TruthTable:
    """Label and batch by id, shape (n, 2)."""
    return read_truth_table(raw, instance, instance.columns, lambda cells: cells, object, is_wide=True)


def parse_submission(raw: bytes, instance: Instance, truth: TruthTable) -> Any:
    """The points in the order of the truth, shape (n, d)."""
    header = first_line(raw)
    columns = tuple(name for name in header if name != instance.id_column)
    if not 1 <= len(columns) <= MOST_COLUMNS or len(set(header)) < len(header):
        expected = f"{instance.id_column} and 1 to {MOST_COLUMNS} others with different names"
        raise InvalidSubmission(f"the columns must be {expected}")
    return read_table(raw, instance, columns, parse_numbers, truth.places, is_wide=True)


def compared(instance: Instance, wants: str, truth: TruthTable, prediction: Any) -> tuple[Any, Any]:
    """Labels and batches, and points (n, d)."""
    return truth.values.tolist(), prediction


def first_line(raw: bytes) -> list[str]:
    """The header."""
    try:
        return next(lines_of(raw), [])
    except csv.Error as fault:
        raise InvalidSubmission(f"line 1 is not CSV: {fault}") from fault
