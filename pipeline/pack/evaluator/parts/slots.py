"""What a rendered evaluator defines itself: its instances, its metrics, and the functions of its kind of submission."""

from collections.abc import Callable
from typing import Any

from pipeline.pack.evaluator.parts.base import Instance

INSTANCES: tuple[Instance, ...] = ()
METRICS: dict[str, tuple[Callable[[Any, Any], float], str]] = {}


def parse_truth(raw: bytes, instance: Instance) -> Any:
    """The answers of an instance. Raises InvalidSubmission where the file is not in the form of this kind."""
    raise NotImplementedError


def parse_submission(raw: bytes, instance: Instance, truth: Any) -> Any:
    """The predictions for the rows of the truth, in their order. Raises InvalidSubmission."""
    raise NotImplementedError


def compared(instance: Instance, wants: str, truth: Any, prediction: Any) -> tuple[Any, Any]:
    """What a metric of the input kind `wants` is computed from."""
    raise NotImplementedError


def oracle(problem: Any, answer: Any) -> float:
    """The value of an answer, higher is better. Raises ValueError where it is not feasible."""
    raise NotImplementedError
