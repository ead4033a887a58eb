"""The truth of a pack, read from its evaluation side for the scan of F6 and for the controls."""

import csv
from pathlib import Path

import numpy as np

from pipeline.leakage.associations import Strings, Truth

FOLDER = Path("evaluation/ground_truth")
_MAX_CLASSES = 20


def truths(pack_dir: Path) -> dict[str, Truth]:
    """The truth of every instance by its name: ids and values (n,)."""
    root = pack_dir / FOLDER
    return {path.parent.name: read_truth(path) for path in sorted(root.glob("*/truth.csv"))}


def read_truth(path: Path) -> Truth:
    """A truth.csv: the first column is the id, the last the answer. Classes are text, or at most 20 whole numbers."""
    with path.open(newline="", encoding="utf-8", errors="replace") as stream:
        rows = [row for row in csv.reader(stream) if row][1:]
    values = np.array([row[-1] for row in rows], dtype=str)
    return Truth(np.array([row[0] for row in rows], dtype=str), values, _are_classes(values))


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
