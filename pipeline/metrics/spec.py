"""What a metric file declares. `pipeline/metrics/<metric_id>.py` holds one `METRIC` and one pure function."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from schemas.task import Direction


class InputKind(StrEnum):
    """What a metric compares."""

    LABELS = "labels"
    PROBABILITIES = "probabilities"
    SCORES = "scores"
    VALUES = "values"


@dataclass(frozen=True)
class KnownValue:
    """A hand-checked value: the metric of `truth` and `prediction` is `value`; None where it is undefined."""

    truth: tuple[Any, ...]
    prediction: tuple[Any, ...]
    value: float | None
    note: str = ""


@dataclass(frozen=True)
class MetricSpec:
    """A metric: its names, its range, and the function that computes it.

    `compute(truth, prediction)` takes two one-dimensional arrays of equal length (n,) and returns a float; it raises
    ValueError where the metric is undefined. Its source stands alone (it may import numpy, scipy and scikit-learn
    inside its body), because it is copied into the evaluator of a pack. For binary labels 1 is the positive class.
    `reference` names the library function it is checked against.

    An alias in `ambiguous` is read in its exact case, and only beside another column that names one of `companions`
    (metric ids): `SP` is the specificity next to `SE`, and nothing we know on its own. `is_fraction` says that a
    printed percent stands for a fraction. `no_skill` is what a constant or chance predictor scores, where that does
    not depend on the data.
    """

    metric_id: str
    title: str
    aliases: tuple[str, ...]
    direction: Direction
    low: float | None
    high: float | None
    optimum: float | None
    input_kind: InputKind
    reference: str
    compute: Callable[[Any, Any], float]
    known: tuple[KnownValue, ...]
    is_fraction: bool = False
    averaging: tuple[str, ...] = ()
    no_skill: float | None = None
    ambiguous: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
