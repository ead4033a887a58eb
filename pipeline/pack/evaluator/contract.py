"""What a submission looks like, and what it is judged by. The README of a pack says the same in words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pipeline.metrics import registry
from pipeline.metrics.oracles import oracles
from pipeline.metrics.spec import InputKind, MetricSpec

_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_LEAST_BYTES = 1024 * 1024


class OutputKind(StrEnum):
    """What a submission holds. `evaluator/parts/<kind>.py` reads it."""

    CLASS_LABELS = "class_labels"
    PROBABILITIES = "probabilities"
    SCORES = "scores"
    VALUES = "values"
    CLASS_PROBABILITIES = "class_probabilities"
    MULTI_LABEL = "multi_label"
    MULTI_TARGET = "multi_target"
    DISTRIBUTIONS = "distributions"
    SEQUENCES = "sequences"
    CLUSTERINGS = "clusterings"
    EMBEDDINGS = "embeddings"
    MOLECULES = "molecules"
    RANKINGS = "rankings"
    SETS = "sets"
    GRAPHS = "graphs"
    CUTS = "cuts"
    DETECTIONS = "detections"
    ORACLE_ANSWERS = "oracle_answers"
    IMAGES = "images"
    MASKS = "masks"
    SEGMENTS = "segments"
    STRUCTURES = "structures"
    SAMPLES = "samples"


class FileFormat(StrEnum):
    """How a submission is written. `evaluator/parts/<format>.py` reads it."""

    TABLE = "table"
    JSON_LINES = "json_lines"
    ARRAYS = "arrays"


_JSON_KINDS = {
    *(OutputKind.RANKINGS, OutputKind.SETS, OutputKind.GRAPHS, OutputKind.CUTS, OutputKind.DETECTIONS),
    OutputKind.ORACLE_ANSWERS,
}
_ARRAY_KINDS = {
    *(OutputKind.IMAGES, OutputKind.MASKS, OutputKind.SEGMENTS, OutputKind.STRUCTURES, OutputKind.SAMPLES),
}
FORMATS = {
    kind: FileFormat.JSON_LINES
    if kind in _JSON_KINDS
    else FileFormat.ARRAYS
    if kind in _ARRAY_KINDS
    else FileFormat.TABLE
    for kind in OutputKind
}
_BYTES_PER_ROW = {FileFormat.TABLE: 200, FileFormat.JSON_LINES: 20_000, FileFormat.ARRAYS: 16 * 1024 * 1024}
_SUFFIXES = {FileFormat.TABLE: "csv", FileFormat.JSON_LINES: "jsonl", FileFormat.ARRAYS: "npz"}

_SUPPORTED = {kind: {InputKind(kind.value)} for kind in OutputKind if kind.value in set(InputKind)} | {
    OutputKind.CLASS_LABELS: {InputKind.LABELS},
    OutputKind.PROBABILITIES: {InputKind.LABELS, InputKind.PROBABILITIES, InputKind.SCORES},
    OutputKind.CLASS_PROBABILITIES: {InputKind.LABELS, InputKind.CLASS_PROBABILITIES},
    OutputKind.ORACLE_ANSWERS: {InputKind.OUTCOMES},
}
_WITH_CLASSES = {
    *(OutputKind.CLASS_LABELS, OutputKind.PROBABILITIES, OutputKind.SCORES, OutputKind.CLASS_PROBABILITIES),
    OutputKind.DETECTIONS,
}
_OF_TWO_CLASSES = {OutputKind.PROBABILITIES, OutputKind.SCORES}
_WITH_COLUMNS = {
    *(OutputKind.CLASS_PROBABILITIES, OutputKind.MULTI_LABEL, OutputKind.MULTI_TARGET, OutputKind.DISTRIBUTIONS),
    *(OutputKind.CLUSTERINGS, OutputKind.EMBEDDINGS),
}


@dataclass(frozen=True)
class InstanceContract:
    """One instance: a file with one entry for each of `n_rows` ids, in any order.

    Of two `classes` the last is the positive one. A submission of `probabilities` gives the probability of the
    positive class; metrics of labels then call a row positive from `threshold` on. Tables have the id column and the
    target column, or `columns` where a row holds several values; for `clusterings` and `embeddings` the `columns` are
    those of the truth (the points; label and batch). The truth is written like a submission and holds class labels
    where that holds probabilities. `file` and `truth_file` default to names with the suffix of the format.
    """

    name: str
    id_column: str
    target_column: str
    kind: OutputKind
    n_rows: int
    classes: tuple[str, ...] = ()
    file: str = ""
    truth_file: str = ""
    max_bytes: int | None = None
    threshold: float = 0.5
    columns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        suffix = _SUFFIXES[FORMATS[self.kind]]
        object.__setattr__(self, "file", self.file or f"predictions.{suffix}")
        object.__setattr__(self, "truth_file", self.truth_file or f"truth.{suffix}")

    @property
    def byte_limit(self) -> int:
        """The largest file that is read: `max_bytes`, or room enough for the rows."""
        per_row = _BYTES_PER_ROW[FORMATS[self.kind]] * max(1, len(self.columns))
        return self.max_bytes or max(_LEAST_BYTES, per_row * self.n_rows)


@dataclass(frozen=True)
class OutputContract:
    """All instances of a pack, and the ids of the metrics each of them is judged by.

    `oracle` is the id of a file in `pipeline/metrics/oracles`, for `oracle_answers`.
    """

    instances: tuple[InstanceContract, ...]
    metrics: tuple[str, ...]
    oracle: str = ""


def input_kinds(kind: OutputKind) -> frozenset[InputKind]:
    """What metrics of a submission of this kind may compare."""
    return frozenset(_SUPPORTED[kind])


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
    kinds = {instance.kind for instance in contract.instances}
    if len(kinds) > 1:
        yield f"instances of different kinds: {', '.join(sorted(kinds))}"
    if (OutputKind.ORACLE_ANSWERS in kinds) != (contract.oracle in oracles()):
        yield f"{contract.oracle!r} is no oracle for {', '.join(sorted(kinds))}"
    for instance in contract.instances:
        yield from _problems_of_classes(instance)
        yield from _problems_of_columns(instance)
        if instance.n_rows < 1 or instance.byte_limit < 1:
            yield f"{instance.name} allows no rows"


def _problems_of_classes(instance: InstanceContract) -> Iterator[str]:
    least = 1 if instance.kind is OutputKind.DETECTIONS else 2
    if instance.kind in _WITH_CLASSES and len(set(instance.classes)) < max(least, len(instance.classes)):
        yield f"{instance.name} needs two or more different classes"
    if instance.kind in _OF_TWO_CLASSES and len(instance.classes) != 2:
        yield f"{instance.name} has {instance.kind} of {len(instance.classes)} classes, not of two"


def _problems_of_columns(instance: InstanceContract) -> Iterator[str]:
    names = (instance.id_column, *(instance.columns or (instance.target_column,)))
    if FORMATS[instance.kind] is FileFormat.TABLE and (len(set(names)) < len(names) or not all(names)):
        yield f"{instance.name} needs two different column names"
    if (instance.kind in _WITH_COLUMNS) != bool(instance.columns):
        yield f"{instance.name} of {instance.kind} has {len(instance.columns)} columns"
    if instance.kind is OutputKind.CLASS_PROBABILITIES and len(instance.columns) != len(instance.classes):
        yield f"{instance.name} needs a column for each class"
    if instance.kind is OutputKind.EMBEDDINGS and len(instance.columns) != 2:
        yield f"{instance.name} needs a column for the label and one for the batch"
