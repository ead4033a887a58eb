"""The metrics that one printed name may mean, and what each of them gives on a pack."""

import random
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pipeline.metrics import averaged, registry
from pipeline.verify.instance import Instance
from schemas.task import Metric

AVERAGING = "averaging"
_WAYS = ("binary", "macro", "weighted", "micro")
_ONE_WAY = ("binary",)
_WRONG = (0.1, 0.4)
_ROWS = 20_000
_SAME = 1e-9

Readings = Mapping[str, str]
"""Metric id by the way that classes are averaged."""


def is_open(metric: Metric) -> bool:
    """True where the averaging is taken from the metric's definition and not from the paper."""
    return any(item.startswith(f"{AVERAGING}:") for item in metric.assumptions)


def readings_of(metric: Metric, n_classes: int, others: Collection[str] = ()) -> Readings:
    """Every way to average that makes a metric of its own, and none of the others that the paper prints beside it.

    The binary way needs two classes.
    """
    found = {way: averaged(metric.metric_id, way) for way in _WAYS}
    own = {"binary": metric.metric_id} if n_classes == 2 else {}
    return own | {way: name for way, name in found.items() if name != metric.metric_id and name not in others}


def examples(readings: Readings, instance: Instance) -> Iterator[dict[str, float]]:
    """What each reading gives for the same answers: the truth of an instance with a tenth, then 40 % of it wrong."""
    values = instance.truth[instance.target].astype(str)
    truth = list(values.iloc[:: 1 + len(values) // _ROWS])
    for share in _WRONG:
        answers = _spoilt(truth, instance.classes, share)
        yield {way: _score(name, truth, answers, instance.classes) for way, name in readings.items()}


def are_indifferent(readings: Readings, instances: tuple[Instance, ...]) -> bool:
    """True where the readings agree on every instance, for better and for worse answers."""
    rows = [row for instance in instances for row in examples(readings, instance)]
    return all(max(row.values()) - min(row.values()) < _SAME for row in rows)


def _spoilt(truth: list[str], classes: tuple[str, ...], share: float) -> list[str]:
    draw = random.Random(0)
    return [draw.choice(classes) if draw.random() < share else value for value in truth]


def _score(name: str, truth: list[str], answers: list[str], classes: tuple[str, ...]) -> float:
    spec = registry()[name]
    if spec.averaging == _ONE_WAY:
        return spec.compute(*(_positive(values, classes) for values in (truth, answers)))
    return spec.compute(truth, answers)


def _positive(values: list[str], classes: tuple[str, ...]) -> Any:
    return [int(value == classes[-1]) for value in values]
