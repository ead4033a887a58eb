"""The truth of a pack, read from its evaluation side for the scan of F6 and for the controls."""

import csv
from pathlib import Path

import numpy as np

from pipeline.leakage.associations import Strings, Truth

FOLDER = Path("evaluation/ground_truth")
_MAX_CLASSES = 20


def truths(pack_dir: Path) -> dict[str, list[Truth]]:
    """The truth of every instance by its name, a target at a time: ids and values (n,)."""
    root = pack_dir / FOLDER
    return {path.parent.name: read_truths(path) for path in sorted(root.glob("*/truth.csv"))}


def read_truths(path: Path) -> list[Truth]:
    """A truth.csv: the first column is the id, each other one a target, with the rows whose answer is known.

    Classes are text, or at most 20 whole numbers.
    """
    with path.open(newline="", encoding="utf-8", errors="replace") as stream:
        header, *rows = [row for row in csv.reader(stream) if row] or [[]]
    whole = [row for row in rows if len(row) == len(header)]
    ids, *columns = [np.array(column, dtype=str) for column in zip(*whole, strict=True)] or [np.array([], dtype=str)]
    known = [(ids[column != ""], column[column != ""]) for column in columns]
    return [Truth(rows_known, values, _are_classes(values)) for rows_known, values in known if len(values)]


def _are_classes(values: Strings) -> bool:
    distinct = np.unique(values)
    if not all(map(_is_number, distinct)):
        return True
    return len(distinct) <= _MAX_CLASSES and all(float(value).is_integer() for value in distinct)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
