"""Probabilities: a table of ids and probabilities of the last of two classes."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance
from pipeline.pack.evaluator.parts.table import TruthTable, parse_label, parse_probability, read_table, read_truth_table


def parse_truth(raw: bytes, instance: Instance) -> TruthTable:
    """The answers by id."""
    columns = (instance.target_column,)
    return read_truth_table(raw, instance, columns, lambda cells: parse_label(cells[0], instance.classes), int)


def parse_submission(raw: bytes, instance: Instance, truth: TruthTable) -> Any:
    """The predictions in the order of the truth, shape (n,)."""
    columns = (instance.target_column,)
    return read_table(raw, instance, columns, lambda cells: parse_probability(cells[0]), truth.places)


def compared(instance: Instance, wants: str, truth: TruthTable, prediction: Any) -> tuple[Any, Any]:
    """Class numbers (n,) and probabilities (n,), cut at the threshold for metrics of labels."""
    return truth.values, (prediction >= instance.threshold).astype(int) if wants == "labels" else prediction
