"""Answers to problems that a deterministic oracle values; the truth holds each problem and the best value known."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission, shown
from pipeline.pack.evaluator.parts.json_lines import number_in, read_lines, read_truth_lines
from pipeline.pack.evaluator.parts.slots import oracle


def parse_truth(raw: bytes, instance: Instance) -> dict[str, Any]:
    """Problem and best known value by id."""
    return read_truth_lines(raw, instance, problem_in)


def parse_submission(raw: bytes, instance: Instance, truth: dict[str, Any]) -> list[float]:
    """The value that the oracle gives each answer, in the order of the truth; higher is better."""
    return read_lines(raw, truth, lambda row_id, value: valued(truth[row_id][0], row_id, value))


def compared(instance: Instance, wants: str, truth: dict[str, Any], prediction: list[float]) -> tuple[Any, Any]:
    """Best known values and reached ones."""
    return [best for _, best in truth.values()], prediction


def problem_in(value: Any) -> tuple[Any, float]:
    """A problem and the best value known."""
    if not isinstance(value, dict) or set(value) != {"problem", "best"}:
        raise InvalidSubmission('each value must be an object with "problem" and "best"')
    return value["problem"], number_in(value["best"], "the best value")


def valued(problem: Any, row_id: str, answer: Any) -> float:
    """The oracle's value. An answer that is none, or not feasible, makes the submission invalid."""
    try:
        return number_in(oracle(problem, answer), "the value of an answer")
    except (ValueError, TypeError, LookupError, ArithmeticError) as reason:
        raise InvalidSubmission(f"the answer to {shown(row_id)} is not feasible: {shown(str(reason))}") from reason
