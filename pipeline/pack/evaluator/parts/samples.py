"""Samples: one array `samples` (n, d) of generated points; the truth holds a reference (m, d)."""

from typing import Any

from pipeline.pack.evaluator.parts.arrays import all_finite, opened, read_array, read_arrays
from pipeline.pack.evaluator.parts.base import Instance


def parse_truth(raw: bytes, instance: Instance) -> Any:
    """The points of the reference."""
    with opened(raw) as archive:
        return all_finite(read_array(archive, "samples", None, "f", 2**34))


def parse_submission(raw: bytes, instance: Instance, truth: Any) -> Any:
    """The generated points: as many as the contract says, of the dimension of the reference."""
    return read_arrays(raw, {"samples": (instance.n_rows, *truth.shape[1:])}, "f", all_finite)[0]


def compared(instance: Instance, wants: str, truth: Any, prediction: Any) -> tuple[Any, Any]:
    """Reference and generated points."""
    return truth, prediction
