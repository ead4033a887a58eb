"""Class probabilities: a table of ids and one probability per class, which sum to 1."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance
from pipeline.pack.evaluator.parts.table import TruthTable, parse_label, parse_shares, read_table, read_truth_table


def parse_truth(raw: bytes, instance: Instance) -> TruthTable:
    """The class numbers by id."""
    columns = (instance.target_column,)
    return read_truth_table(raw, instance, columns, lambda cells: parse_label(cells[0], instance.classes), int)


def parse_submission(raw: bytes, instance: Instance, truth: TruthTable) -> Any:
    """The probabilities in the order of the truth, shape (n, k)."""
    return read_table(raw, instance, instance.columns, parse_shares, truth.places, is_wide=True)


def compared(instance: Instance, wants: str, truth: TruthTable, prediction: Any) -> tuple[Any, Any]:
    """Class numbers (n,) and probabilities (n, k), or the most likely class (of equals the first) for labels."""
    return truth.values, prediction.argmax(axis=1) if wants == "labels" else prediction
