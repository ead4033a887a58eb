"""Sets: for each row a list of different names, in any order."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance
from pipeline.pack.evaluator.parts.json_lines import names_in, read_lines, read_truth_lines


def parse_truth(raw: bytes, instance: Instance) -> dict[str, Any]:
    """The names of each row."""
    return read_truth_lines(raw, instance, lambda value: frozenset(names_in(value, "the names")))


def parse_submission(raw: bytes, instance: Instance, truth: dict[str, Any]) -> list[Any]:
    """The names of each row in the order of the truth."""
    return read_lines(raw, truth, lambda row_id, value: frozenset(names_in(value, "the names")))


def compared(instance: Instance, wants: str, truth: dict[str, Any], prediction: list[Any]) -> tuple[Any, Any]:
    """Sets and sets."""
    return list(truth.values()), prediction
