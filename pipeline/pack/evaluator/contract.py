"""What a submission looks like, and what it is judged by. The README of a pack says the same in words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pipeline.metrics import registry
from pipeline.metrics.spec import InputKind, MetricSpec

_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_LEAST_BYTES = 1024 * 1024
_BYTES_PER_ROW = 200


class OutputKind(StrEnum):
    """What stands in the target column of a submission."""

    CLASS_LABELS = "class_labels"
    PROBABILITIES = "probabilities"
    VALUES = "values"


_SUPPORTED = {
    OutputKind.CLASS_LABELS: {InputKind.LABELS},
    OutputKind.PROBABILITIES: {InputKind.LABELS, InputKind.PROBABILITIES, InputKind.SCORES},
    OutputKind.VALUES: {InputKind.VALUES},
}


@dataclass(frozen=True)
class InstanceContract:
    """One instance: a CSV file with exactly two columns, one row for each of `n_rows` ids, in any order.

    Of two `classes` the last is the positive one. A submission of `probabilities` gives the probability of the
    positive class; metrics of labels then call a row positive from `threshold` on. The truth is a CSV file with the
    same two columns, and holds class labels where the kind is `probabilities`.
    """

    name: str
    id_column: str
    target_column: str
    kind: OutputKind
    n_rows: int
    classes: tuple[str, ...] = ()
    file: str = "predictions.csv"
    truth_file: str = "truth.csv"
    max_bytes: int | None = None
    threshold: float = 0.5

    @property
    def byte_limit(self) -> int:
        """The largest file that is read: `max_bytes`, or room enough for the rows."""
        return self.max_bytes or max(_LEAST_BYTES, _BYTES_PER_ROW * self.n_rows)


@dataclass(frozen=True)
class OutputContract:
    """All instances of a pack, and the ids of the metrics each of them is judged by."""

    instances: tuple[InstanceContract, ...]
    metrics: tuple[str, ...]


def obstacle(metric: MetricSpec, instance: InstanceContract) -> str | None:
    """Why a metric cannot be computed from the submissions of an instance; None where it can."""
    if metric.input_kind not in _SUPPORTED[instance.kind]:
        return f"{metric.metric_id} needs {metric.input_kind}, a submission to {instance.name} holds {instance.kind}"
    if metric.averaging == ("binary",) and len(instance.classes) != 2:
        return f"{metric.metric_id} needs two classes, {instance.name} has {len(instance.classes)}"
    return None


def problems(contract: OutputContract) -> tuple[str, ...]:
    """Everything that keeps a contract from being an evaluator."""
    return (*_problems_of_names(contract), *_problems_of_metrics(contract), *_problems_of_instances(contract))


def _problems_of_names(contract: OutputContract) -> Iterator[str]:
    names = [instance.name for instance in contract.instances]
    if not names:
        yield "no instance"
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two instances are called {name!r}"
    parts = {part for instance in contract.instances for part in (instance.name, instance.file, instance.truth_file)}
    for part in sorted(part for part in parts if not _SAFE_NAME.fullmatch(part)):
        yield f"{part!r} is no safe file name"


def _problems_of_metrics(contract: OutputContract) -> Iterator[str]:
    if not contract.metrics:
        yield "no metric"
    if len(set(contract.metrics)) < len(contract.metrics):
        yield "a metric is named twice"
    for metric_id in contract.metrics:
        metric = registry().get(metric_id)
        if metric is None:
            yield f"no metric is called {metric_id!r}"
            continue
        yield from filter(None, (obstacle(metric, instance) for instance in contract.instances))


def _problems_of_instances(contract: OutputContract) -> Iterator[str]:
    for instance in contract.instances:
        has_labels = instance.kind is not OutputKind.VALUES
        if has_labels and len(set(instance.classes)) < max(2, len(instance.classes)):
            yield f"{instance.name} needs two or more different classes"
        if instance.kind is OutputKind.PROBABILITIES and len(instance.classes) != 2:
            yield f"{instance.name} has probabilities of {len(instance.classes)} classes, not of two"
        if instance.n_rows < 1 or instance.byte_limit < 1:
            yield f"{instance.name} allows no rows"
        if instance.id_column == instance.target_column or not (instance.id_column and instance.target_column):
            yield f"{instance.name} needs two different column names"
