"""Submissions made from a pack: what is written into one instance's folder."""

import csv
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pipeline.pack.checks.scripts import Declared
from pipeline.pack.kinds import Cells, kind_named

Rows = Sequence[tuple[str, ...]]
_MOST_CONSTANTS = 12


@dataclass(frozen=True)
class Material:
    """What submissions to one instance are made from. Rows are the id and the cells of the answer."""

    instance: Declared
    truth_path: Path
    truth: Rows
    sample: Rows
    train_targets: Sequence[Cells]


Writer = Callable[[Path, Material], None]
"""Writes the files of one submission into the (existing, empty) folder of an instance."""


def write_rows(folder: Path, instance: Declared, rows: Iterable[Sequence[str]], header: Sequence[str] = ()) -> None:
    """A submission file with its header."""
    with (folder / instance.file).open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header or header_of(instance))
        writer.writerows(rows)


def header_of(instance: Declared) -> tuple[str, ...]:
    """The columns of a submission."""
    return (instance.id_column, *kind_named(instance.kind).answer_columns(instance))


def answers(material: Material) -> Rows:
    """The truth in the form of a submission: certainty where probabilities are asked for."""
    instance, kind = material.instance, kind_named(material.instance.kind)
    return [(row_id, *kind.answer(instance, cells)) for row_id, *rest in material.truth if (cells := tuple(rest))]


def in_other_order(rows: Rows) -> Rows:
    """The same rows in an order that depends on their ids only."""
    return sorted(rows, key=lambda row: hashlib.sha256(row[0].encode()).digest())


def shuffled(rows: Rows) -> Rows:
    """The same values given to other ids."""
    return [(row_id, *cells) for (row_id, *_), (_, *cells) in zip(rows, in_other_order(rows), strict=True)]


def write_truth(folder: Path, material: Material) -> None:
    """The right answers in the order of the truth."""
    write_rows(folder, material.instance, answers(material))


def write_reordered(folder: Path, material: Material) -> None:
    """The right answers in another order of rows."""
    write_rows(folder, material.instance, in_other_order(answers(material)))


def controls(materials: Sequence[Material]) -> dict[str, Writer]:
    """Submissions without information, by name: the sample, the truth in a wrong order, and constants."""
    writers: dict[str, Writer] = {
        "sample submission": lambda folder, material: write_rows(folder, material.instance, material.sample),
        "shuffled truth": lambda folder, material: write_rows(folder, material.instance, shuffled(answers(material))),
    }
    names = dict.fromkeys(name for material in materials for name in islice(_constants(material), _MOST_CONSTANTS))
    return writers | {name: _constant(name) for name in names}


def _constants(material: Material) -> dict[str, Cells]:
    return kind_named(material.instance.kind).constants(material.instance, material.train_targets)


def _constant(name: str) -> Writer:
    """One answer for every row; the last constant of an instance that has none of this name."""

    def write(folder: Path, material: Material) -> None:
        found = _constants(material)
        answer = found.get(name) or list(found.values())[-1]
        write_rows(folder, material.instance, [(row_id, *answer) for row_id, *_ in material.truth])

    return write
