"""Masks: arrays of class numbers, 0 for background."""

from typing import Any

from pipeline.pack.evaluator.parts.arrays import all_counts, read_arrays, read_truth_arrays
from pipeline.pack.evaluator.parts.base import Instance


def parse_truth(raw: bytes, instance: Instance) -> dict[str, Any]:
    """The arrays by id."""
    return read_truth_arrays(raw, instance)


def parse_submission(raw: bytes, instance: Instance, truth: dict[str, Any]) -> list[Any]:
    """The arrays in the order of the truth, each of its shape."""
    shapes = {row_id: array.shape for row_id, array in truth.items()}
    return read_arrays(raw, shapes, "iub", all_counts)


def compared(instance: Instance, wants: str, truth: dict[str, Any], prediction: list[Any]) -> tuple[Any, Any]:
    """Masks and masks."""
    return list(truth.values()), prediction
