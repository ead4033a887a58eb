"""Several labels a row: a table of ids and one probability per label; labels of the truth may be empty."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission, shown
from pipeline.pack.evaluator.parts.table import TruthTable, parse_known, parse_probability, read_table, read_truth_table


def parse_truth(raw: bytes, instance: Instance) -> TruthTable:
    """The answers by id, shape (n, k)."""
    return read_truth_table(raw, instance, instance.columns, parse_known_labels, is_wide=True)


def parse_submission(raw: bytes, instance: Instance, truth: TruthTable) -> Any:
    """The predictions in the order of the truth, shape (n, k)."""
    return read_table(raw, instance, instance.columns, parse_probabilities, truth.places, is_wide=True)


def compared(instance: Instance, wants: str, truth: TruthTable, prediction: Any) -> tuple[Any, Any]:
    """0, 1 or NaN (n, k) and probabilities (n, k)."""
    return truth.values, prediction


def parse_known_labels(cells: list[str]) -> list[float]:
    """0, 1, or NaN for an empty cell."""
    wrong = [cell for cell in cells if cell not in ("", "0", "1")]
    if wrong:
        raise InvalidSubmission(f"{shown(wrong[0])} is not 0, 1 or empty")
    return [parse_known(cell) for cell in cells]


def parse_probabilities(cells: list[str]) -> list[float]:
    """Numbers from 0 to 1."""
    return [parse_probability(cell) for cell in cells]
