"""Detections: for each image a list of boxes [class, score, x0, y0, x1, y1]; boxes of the truth have no score."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission, shown
from pipeline.pack.evaluator.parts.json_lines import number_in, read_lines, read_truth_lines


def parse_truth(raw: bytes, instance: Instance) -> dict[str, Any]:
    """The boxes (class, x0, y0, x1, y1) of each image."""
    return read_truth_lines(raw, instance, lambda value: boxes_in(value, instance.classes, 4))


def parse_submission(raw: bytes, instance: Instance, truth: dict[str, Any]) -> list[Any]:
    """The boxes (class, score, x0, y0, x1, y1) of each image in the order of the truth."""
    return read_lines(raw, truth, lambda row_id, value: boxes_in(value, instance.classes, 5))


def compared(instance: Instance, wants: str, truth: dict[str, Any], prediction: list[Any]) -> tuple[Any, Any]:
    """Boxes and scored boxes."""
    return list(truth.values()), prediction


def boxes_in(value: Any, classes: tuple[str, ...], n_numbers: int) -> list[tuple[Any, ...]]:
    """Boxes of known classes whose corners are in order."""
    if not isinstance(value, list):
        raise InvalidSubmission(f"the boxes must be a list, not {shown(repr(value))}")
    return [box_in(box, classes, n_numbers) for box in value]


def box_in(box: Any, classes: tuple[str, ...], n_numbers: int) -> tuple[Any, ...]:
    """A class and its numbers."""
    if not isinstance(box, list) or len(box) != 1 + n_numbers or box[0] not in classes:
        raise InvalidSubmission(f"{shown(repr(box))} is no box: a class and {n_numbers} numbers")
    numbers = [number_in(number, "each number of a box") for number in box[1:]]
    x0, y0, x1, y1 = numbers[-4:]
    if x0 > x1 or y0 > y1:
        raise InvalidSubmission(f"the corners of the box {shown(repr(box))} are not in order")
    return (box[0], *numbers)
