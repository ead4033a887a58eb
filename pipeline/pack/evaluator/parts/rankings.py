"""Rankings: for each query the items, best first; the truth holds the gain of each relevant item."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission
from pipeline.pack.evaluator.parts.json_lines import names_in, number_in, read_lines, read_truth_lines


def parse_truth(raw: bytes, instance: Instance) -> dict[str, Any]:
    """The gain of each item, by query."""
    return read_truth_lines(raw, instance, gains_in)


def parse_submission(raw: bytes, instance: Instance, truth: dict[str, Any]) -> list[Any]:
    """The items of each query in the order of the truth."""
    return read_lines(raw, truth, lambda row_id, value: names_in(value, "the ranked items"))


def compared(instance: Instance, wants: str, truth: dict[str, Any], prediction: list[Any]) -> tuple[Any, Any]:
    """Gains by item, and items, best first."""
    return list(truth.values()), prediction


def gains_in(value: Any) -> dict[str, float]:
    """A number for each item."""
    if not isinstance(value, dict):
        raise InvalidSubmission("the gains must be an object")
    return {item: number_in(gain, "a gain") for item, gain in value.items()}
