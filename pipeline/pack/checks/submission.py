"""Submissions made from a pack: what is written into one instance's folder."""

import csv
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

from pipeline.pack.checks.scripts import Declared

Rows = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Material:
    """What submissions to one instance are made from. Rows are (id, value)."""

    instance: Declared
    truth_path: Path
    truth: Rows
    sample: Rows
    train_targets: Sequence[str]


Writer = Callable[[Path, Material], None]
"""Writes the files of one submission into the (existing, empty) folder of an instance."""


def write_rows(folder: Path, instance: Declared, rows: Iterable[Sequence[str]], header: Sequence[str] = ()) -> None:
    """A submission file with its header."""
    with (folder / instance.file).open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header or (instance.id_column, instance.target_column))
        writer.writerows(rows)


def answers(material: Material) -> Rows:
    """The truth in the form of a submission: certainty where probabilities are asked for."""
    if material.instance.kind != "probabilities":
        return material.truth
    positive = material.instance.classes[-1]
    return [(row_id, "1" if value == positive else "0") for row_id, value in material.truth]


def in_other_order(rows: Rows) -> Rows:
    """The same rows in an order that depends on their ids only."""
    return sorted(rows, key=lambda row: hashlib.sha256(row[0].encode()).digest())


def shuffled(rows: Rows) -> Rows:
    """The same values given to other ids."""
    values = [value for _, value in in_other_order(rows)]
    return [(row_id, value) for (row_id, _), value in zip(rows, values, strict=True)]


def write_truth(folder: Path, material: Material) -> None:
    """The right answers in the order of the truth."""
    write_rows(folder, material.instance, answers(material))


def write_reordered(folder: Path, material: Material) -> None:
    """The right answers in another order of rows."""
    write_rows(folder, material.instance, in_other_order(answers(material)))


def controls() -> dict[str, Writer]:
    """Submissions without information, by name. Constants are the median and the ends of what may be answered."""
    return {
        "sample submission": lambda folder, material: write_rows(folder, material.instance, material.sample),
        "shuffled truth": lambda folder, material: write_rows(folder, material.instance, shuffled(answers(material))),
        "train mean": lambda folder, material: _write_constant(folder, material, fmean),
        "train median": lambda folder, material: _write_constant(folder, material, median),
        "constant, lowest": lambda folder, material: _write_constant(folder, material, min),
        "constant, highest": lambda folder, material: _write_constant(folder, material, max),
    }


def _write_constant(folder: Path, material: Material, statistic: Callable[[Sequence[float]], float]) -> None:
    """One answer for every row: a statistic of the training targets, where a class counts by its number."""
    instance = material.instance
    if instance.kind == "values":
        value = repr(float(statistic([float(value) for value in material.train_targets])))
    else:
        number = statistic([float(instance.classes.index(value)) for value in material.train_targets])
        value = repr(number) if instance.kind == "probabilities" else instance.classes[round(number)]
    write_rows(folder, instance, [(row_id, value) for row_id, _ in material.truth])
