"""Mutation testing of a metric by its known values (check K4.13).

A mutant is a metric that a careless hand might have written instead: another averaging, another norm, a percent, a
flipped sign, shifted rows, swapped classes. The known values kill it where one of them comes out differently.
"""

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pipeline.metrics import registry
from pipeline.metrics.random_inputs import Pair, random_input
from pipeline.metrics.slips import slips
from pipeline.metrics.spec import InputKind, MetricSpec
from pipeline.metrics.wrong_inputs import Change, input_changes

Compute = Callable[[Any, Any], float]

TRIALS = 60
HEAVY_TRIALS = 3
_HEAVY = {
    InputKind.MOLECULES,
    InputKind.EMBEDDINGS,
    InputKind.IMAGES,
    InputKind.MASKS,
    InputKind.SEGMENTS,
    InputKind.STRUCTURES,
    InputKind.DETECTIONS,
}
_FAULTS = (ArithmeticError, AttributeError, LookupError, TypeError)
"""What a wrong variant may end with besides a ValueError, which says that the metric is undefined."""


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
    """Every mutant of a metric against its known values. A mutant that cannot be computed at all is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a wrong variant divides by zero as it likes
        return _report(spec)


def _report(spec: MetricSpec) -> MutantReport:
    trials = _trials(spec)
    wanted = [_value(spec.compute, *trial) for trial in trials]
    found = (
        Mutant(name, _fate(spec, mutant, trials, wanted))
        for name, mutant in _mutants(spec).items()
        if not _is_broken(mutant, trials[0])
    )
    return MutantReport(spec.metric_id, tuple(found))


def _fate(spec: MetricSpec, mutant: Compute, trials: list[Pair], wanted: list[float | None]) -> Fate:
    if any(not _same(_value(mutant, list(k.truth), list(k.prediction)), k.value) for k in spec.known):
        return Fate.KILLED
    is_equivalent = all(_same(_value(mutant, *trial), value) for trial, value in zip(trials, wanted, strict=True))
    return Fate.EQUIVALENT if is_equivalent else Fate.SURVIVED


def _mutants(spec: MetricSpec) -> dict[str, Compute]:
    """The wrong variants: of the result, of the input, of the source, and the other metrics of the same kind."""
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
    mutants |= {name: _of_input(spec.compute, change) for name, change in input_changes(spec.input_kind).items()}
    others = (other for other in registry().values() if other.metric_id != spec.metric_id)
    mutants |= {f"as {o.metric_id}": o.compute for o in others if o.input_kind is spec.input_kind}
    return mutants | slips(spec)


def _of_result(compute: Compute, change: Callable[[float], float]) -> Compute:
    return lambda truth, prediction: change(compute(truth, prediction))


def _of_input(compute: Compute, change: Change) -> Compute:
    return lambda truth, prediction: compute(*change(list(truth), list(prediction)))


def _is_broken(mutant: Compute, trial: Pair) -> bool:
    try:
        mutant(*trial)
    except ValueError:
        return False
    except _FAULTS:
        return True
    return False


def _value(compute: Compute, truth: Any, prediction: Any) -> float | None:
    """A metric's value, None where it is undefined."""
    try:
        value = compute(truth, prediction)
    except (ValueError, *_FAULTS):
        return None
    return value if math.isfinite(value) else None


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def _trials(spec: MetricSpec) -> list[Pair]:
    """Random inputs, always the same ones."""
    count = HEAVY_TRIALS if spec.input_kind in _HEAVY else TRIALS
    return [random_input(spec.input_kind, seed) for seed in range(count)]
