"""A contract, a truth and submissions of every kind, made from the random inputs of its metrics."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.metrics import registry
from pipeline.metrics.random_inputs import perfect_answer, random_input
from pipeline.metrics.spec import InputKind
from pipeline.pack.evaluator import InstanceContract, OutputContract, OutputKind, input_kinds, problems

CLASSES = ("none", "some", "many", "all")
COLUMNS = ("p1", "p2", "p3")


@dataclass(frozen=True)
class Case:
    """One kind: its contract, and the rows of truth and prediction, as the metrics take them."""

    kind: OutputKind
    contract: OutputContract
    truth: list[Any]
    prediction: list[Any]

    def truth_file(self) -> bytes:
        """The truth as a file."""
        return _truth_file(self)

    def file(self, rows: Sequence[Any] | None = None, ids: Sequence[str] | None = None) -> bytes:
        """Rows of predictions as a file of a submission, under the ids of the truth or others."""
        rows = self.prediction if rows is None else rows
        return _file(self, rows, _ids(rows) if ids is None else ids)

    def perfect(self) -> list[Any] | None:
        """The rows of the best possible submission, None where the truth is none."""
        if self.kind is OutputKind.PROBABILITIES:
            return [float(label) for label in self.truth]
        return None if self.kind is OutputKind.ORACLE_ANSWERS else perfect_answer(_input_kind(self.kind), self.truth)

    def values(self) -> dict[str, float | None]:
        """What the registry makes of the rows."""
        found: dict[str, float | None] = {}
        for name in self.contract.metrics:
            spec, given = registry()[name], self.prediction
            if self.kind is OutputKind.PROBABILITIES and spec.input_kind is InputKind.LABELS:
                given = [int(value >= 0.5) for value in given]
            if self.kind is OutputKind.CLASS_PROBABILITIES and spec.input_kind is InputKind.LABELS:
                given = [max(range(len(row)), key=row.__getitem__) for row in given]
            try:
                found[name] = spec.compute(self.truth, given)
            except ValueError:
                found[name] = None
        return found


def case_of(kind: OutputKind, seed: int = 1) -> Case:
    """A case with every metric that can judge the kind."""
    truth, prediction = random_input(_input_kind(kind), seed)
    classes = {
        OutputKind.CLASS_LABELS: CLASSES if seed % 2 == 0 else CLASSES[:2],
        OutputKind.CLASS_PROBABILITIES: CLASSES,
        OutputKind.PROBABILITIES: CLASSES[:2],
        OutputKind.SCORES: CLASSES[:2],
        OutputKind.DETECTIONS: ("a", "b"),
    }.get(kind, ())
    columns = {
        OutputKind.CLASS_PROBABILITIES: CLASSES,
        OutputKind.MULTI_LABEL: COLUMNS,
        OutputKind.MULTI_TARGET: COLUMNS,
        OutputKind.DISTRIBUTIONS: COLUMNS,
        OutputKind.CLUSTERINGS: COLUMNS[:2],
        OutputKind.EMBEDDINGS: ("label", "batch"),
    }.get(kind, ())
    n_rows = len(prediction)
    oracle = "branin" if kind is OutputKind.ORACLE_ANSWERS else ""
    instance = InstanceContract("one", "id", "answer", kind, n_rows, classes, columns=columns)
    metrics = [m for m in registry() if not problems(OutputContract((instance,), (m,), oracle))]
    if kind is OutputKind.ORACLE_ANSWERS:
        prediction = [[at / 2, at / 2] for at in range(n_rows)]
    return Case(kind, OutputContract((instance,), tuple(metrics), oracle), truth, prediction)


def _input_kind(kind: OutputKind) -> InputKind:
    (found,) = [k for k in input_kinds(kind) if k.value == kind.value] or [
        InputKind.OUTCOMES if kind is OutputKind.ORACLE_ANSWERS else InputKind.LABELS
    ]
    return found


def _ids(rows: Sequence[Any]) -> list[str]:
    return [str(number + 1) for number in range(len(rows))]


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """A CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue().encode()


def lines(ids: Sequence[str], values: Sequence[Any]) -> bytes:
    """A file of JSON lines."""
    rows = zip(ids, values, strict=True)
    return "".join(json.dumps({"id": row_id, "value": value}) + "\n" for row_id, value in rows).encode()


def arrays(named: dict[str, Any]) -> bytes:
    """An .npz file."""
    stream = io.BytesIO()
    np.savez_compressed(stream, **named)
    return stream.getvalue()


def _cell(value: Any) -> Any:
    return "" if isinstance(value, float) and value != value else repr(value) if isinstance(value, float) else value


def _truth_file(case: Case) -> bytes:
    kind, truth, ids = case.kind, case.truth, _ids(case.truth)
    if kind in (OutputKind.CLASS_LABELS, OutputKind.PROBABILITIES, OutputKind.SCORES, OutputKind.CLASS_PROBABILITIES):
        return table(("id", "answer"), zip(ids, (CLASSES[label] for label in truth), strict=True))
    if kind is OutputKind.RANKINGS:
        return lines(ids, truth)
    if kind is OutputKind.ORACLE_ANSWERS:
        return lines(ids, [{"problem": {}, "best": best} for best in truth])
    if kind is OutputKind.MULTI_LABEL:
        rows = [["" if value != value else int(value) for value in row] for row in truth]
        return table(("id", *COLUMNS), ([row_id, *row] for row_id, row in zip(ids, rows, strict=True)))
    if kind is OutputKind.EMBEDDINGS:
        return table(("id", "label", "batch"), ([row_id, *row] for row_id, row in zip(ids, truth, strict=True)))
    if kind is OutputKind.CLUSTERINGS:
        return table(("id", *COLUMNS[:2]), ([i, *map(_cell, row)] for i, row in zip(ids, truth, strict=True)))
    return _file(case, truth, ids)


def _file(case: Case, rows: Sequence[Any], ids: Sequence[str]) -> bytes:
    kind = case.kind
    if kind is OutputKind.CLASS_LABELS:
        return table(("id", "answer"), zip(ids, (CLASSES[label] for label in rows), strict=True))
    if kind is OutputKind.SAMPLES:
        return arrays({"samples": np.array(rows, dtype=float)})
    if kind in (OutputKind.IMAGES, OutputKind.MASKS, OutputKind.SEGMENTS, OutputKind.STRUCTURES):
        return arrays({row_id: np.asarray(row) for row_id, row in zip(ids, rows, strict=True)})
    if kind in (OutputKind.SETS, OutputKind.GRAPHS, OutputKind.CUTS, OutputKind.DETECTIONS, OutputKind.RANKINGS):
        return lines(ids, [sorted(row) if isinstance(row, set) else row for row in rows])
    if kind is OutputKind.ORACLE_ANSWERS:
        return lines(ids, rows)
    if isinstance(rows[0], list | tuple):
        names = case.contract.instances[0].columns or ("answer",)
        names = COLUMNS[: len(rows[0])] if kind is OutputKind.EMBEDDINGS else names
        return table(("id", *names), ([i, *map(_cell, row)] for i, row in zip(ids, rows, strict=True)))
    return table(("id", "answer"), ([row_id, _cell(row)] for row_id, row in zip(ids, rows, strict=True)))
