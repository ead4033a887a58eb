"""What an oracle file declares. `pipeline/metrics/oracles/<oracle_id>.py` holds one `ORACLE` and one pure function."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class KnownAnswer:
    """A hand-checked value of an answer to a problem; None where the answer is not feasible."""

    problem: Any
    answer: Any
    value: float | None
    note: str = ""


@dataclass(frozen=True)
class OracleSpec:
    """An oracle: what problems and answers look like, in JSON, and the function that values an answer.

    `compute(problem, answer)` returns a float, higher is better, so a cost is negative. It raises ValueError where the
    answer is not feasible, for any answer that JSON can hold. Its source stands alone: it is copied into evaluators.
    """

    oracle_id: str
    title: str
    problem: str
    answer: str
    compute: Callable[[Any, Any], float]
    known: tuple[KnownAnswer, ...]
