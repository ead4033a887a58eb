"""Mutation testing of a metric by its known values (check K4.13).

A mutant is a metric that a careless hand might have written instead: another averaging, another norm, a percent, a
flipped sign, shifted rows, swapped classes. The known values kill it where one of them comes out differently.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pipeline.metrics import registry
from pipeline.metrics.spec import InputKind, MetricSpec

Compute = Callable[[Any, Any], float]

TRIALS = 60
ROWS = 12


class Fate(StrEnum):
    """What became of a mutant. `equivalent` gives the metric's own value on every random input."""

    KILLED = "killed"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"


@dataclass(frozen=True)
class Mutant:
    """One wrong variant and its fate."""

    name: str
    fate: Fate


@dataclass(frozen=True)
class MutantReport:
    """The kill table of one metric."""

    metric_id: str
    mutants: tuple[Mutant, ...]

    def named(self, fate: Fate) -> tuple[str, ...]:
        """The mutants of one fate."""
        return tuple(mutant.name for mutant in self.mutants if mutant.fate is fate)

    @property
    def rate(self) -> float:
        """Share of killed among the mutants that differ from the metric at all (0 to 1)."""
        killed, survived = len(self.named(Fate.KILLED)), len(self.named(Fate.SURVIVED))
        return killed / (killed + survived) if killed + survived else 0.0


def kill_rate(spec: MetricSpec) -> MutantReport:
    """Every mutant of a metric against its known values."""
    trials = _random_inputs(spec.input_kind)
    found = (Mutant(name, _fate(spec, mutant, trials)) for name, mutant in _mutants(spec).items())
    return MutantReport(spec.metric_id, tuple(found))


def _fate(spec: MetricSpec, mutant: Compute, trials: list[tuple[list[Any], list[Any]]]) -> Fate:
    if any(not _same(_value(mutant, known.truth, known.prediction), known.value) for known in spec.known):
        return Fate.KILLED
    is_equivalent = all(_same(_value(mutant, *trial), _value(spec.compute, *trial)) for trial in trials)
    return Fate.EQUIVALENT if is_equivalent else Fate.SURVIVED


def _mutants(spec: MetricSpec) -> dict[str, Compute]:
    """The wrong variants: of the result, of the input, and the other metrics of the same kind."""
    results: dict[str, Callable[[float], float]] = {
        "percent": lambda value: 100 * value,
        "flipped sign": lambda value: -value,
        "complement": lambda value: 1 - value,
        "squared": lambda value: value * value,
        "root": lambda value: math.sqrt(abs(value)),
        "magnitude": abs,
        "rounded": lambda value: round(value, 2),
    }
    mutants: dict[str, Compute] = {name: _of_result(spec.compute, change) for name, change in results.items()}
    mutants |= {name: _of_input(spec.compute, change) for name, change in _input_changes(spec.input_kind).items()}
    others = (other for other in registry().values() if other.metric_id != spec.metric_id)
    return mutants | {f"as {o.metric_id}": o.compute for o in others if o.input_kind is spec.input_kind}


Change = Callable[[list[Any], list[Any]], tuple[list[Any], list[Any]]]


def _input_changes(kind: InputKind) -> dict[str, Change]:
    changes: dict[str, Change] = {
        "shifted rows": lambda truth, prediction: (truth, prediction[1:] + prediction[:1]),
        "reversed rows": lambda truth, prediction: (truth, prediction[::-1]),
        "last row dropped": lambda truth, prediction: (truth[:-1], prediction[:-1]),
        "rows doubled at the front": lambda truth, prediction: (truth[:1] + truth, prediction[:1] + prediction),
        "swapped arguments": lambda truth, prediction: (prediction, truth),
    }
    if kind is InputKind.VALUES:
        changes["prediction negated"] = lambda truth, prediction: (truth, [-value for value in prediction])
        return changes
    changes["swapped classes"] = lambda truth, prediction: (_swapped(truth), _complement(prediction))
    changes["swapped classes of the truth"] = lambda truth, prediction: (_swapped(truth), prediction)
    return changes


def _swapped(labels: list[Any]) -> list[Any]:
    return [1 - label if label in (0, 1) else label for label in labels]


def _complement(predictions: list[Any]) -> list[Any]:
    """Predictions of the other class; numbers beyond 0 to 1 and names stay as they are."""
    return [1 - value if not isinstance(value, str) and 0 <= value <= 1 else value for value in predictions]


def _of_result(compute: Compute, change: Callable[[float], float]) -> Compute:
    return lambda truth, prediction: change(compute(truth, prediction))


def _of_input(compute: Compute, change: Change) -> Compute:
    return lambda truth, prediction: compute(*change(list(truth), list(prediction)))


def _value(compute: Compute, truth: Any, prediction: Any) -> float | None:
    """A metric's value, None where it is undefined."""
    try:
        value = compute(truth, prediction)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def _random_inputs(kind: InputKind) -> list[tuple[list[Any], list[Any]]]:
    """Inputs of a kind, always the same ones. Half of those with labels have two classes, half have four."""
    draw = random.Random(0)
    return [_random_input(kind, draw, 2 if trial % 2 else 4) for trial in range(TRIALS)]


def _random_input(kind: InputKind, draw: random.Random, classes: int) -> tuple[list[Any], list[Any]]:
    if kind is InputKind.VALUES:
        return [draw.gauss(3, 2) for _ in range(ROWS)], [draw.gauss(3, 2) for _ in range(ROWS)]
    if kind is InputKind.LABELS:
        return [draw.randrange(classes) for _ in range(ROWS)], [draw.randrange(classes) for _ in range(ROWS)]
    return [draw.randrange(2) for _ in range(ROWS)], [draw.random() for _ in range(ROWS)]
