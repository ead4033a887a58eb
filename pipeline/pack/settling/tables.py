"""Two classes: all confusion tables that a printed row allows, and the readings that none of them gives."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from pipeline.metrics.two_by_two import FORMS, values_of
from pipeline.pack.settling.printed import Cell, Row
from pipeline.pack.settling.readings import Readings

_MOST_TABLES = 40_000_000
_AT_ONCE = 2_000_000
_MOST_KEPT = 2_000_000

Choice = tuple[str, ...]
"""A way to average for each of the open metrics, in their order."""


def possible(
    rows: Sequence[tuple[Row, int, int]], open_metrics: Mapping[str, Readings], is_strict: bool
) -> set[Choice]:
    """The choices under which every row, with its positives and negatives, comes from some table.

    A row that no choice explains (of another test set, or misprinted) says nothing.
    """
    found = set(product(*(readings for readings in open_metrics.values())))
    for row, positives, negatives in rows:
        explained = _explained(row, positives, negatives, open_metrics, is_strict)
        found = found & explained if explained else found
    return found


def _explained(
    row: Row, positives: int, negatives: int, open_metrics: Mapping[str, Readings], is_strict: bool
) -> set[Choice]:
    choices = set(product(*(readings for readings in open_metrics.values())))
    given = {name: cell for name, cell in row.cells.items() if name in FORMS and name not in open_metrics}
    told = [name for name in open_metrics if name in row.cells]
    tables = _tables(given, positives, negatives, is_strict) if told and given else None
    if tables is None:
        return choices
    masks = {name: _by_way(row.cells[name], open_metrics[name], tables, is_strict) for name in told}
    return {choice for choice in choices if _is_met(choice, list(open_metrics), masks)}


def _is_met(choice: Choice, names: Sequence[str], masks: Mapping[str, Mapping[str, Any]]) -> bool:
    import numpy as np

    return bool(
        np.logical_and.reduce(
            [masks[name][way] for name, way in zip(names, choice, strict=True) if name in masks]
        ).any()
    )


def _by_way(cell: Cell, readings: Readings, tables: Any, is_strict: bool) -> dict[str, Any]:
    """Which of the tables give the printed number, by reading. One that has no form here may always do."""
    import numpy as np

    always = np.ones(len(tables[0]), dtype=bool)
    return {way: _agree(cell, name, tables, is_strict) if name in FORMS else always for way, name in readings.items()}


def _agree(cell: Cell, name: str, tables: Any, is_strict: bool) -> Any:
    return abs(values_of(name, tables) - cell.score.value) <= cell.width(is_strict)


def _tables(given: Mapping[str, Cell], positives: int, negatives: int, is_strict: bool) -> Any:
    """The tables (TP, FN, FP, TN) that give the certain numbers of a row; None where there are too many to try."""
    import numpy as np

    found = _range(given.get("sensitivity"), positives, is_strict)
    right = _range(given.get("specificity"), negatives, is_strict)
    if not found.size or not right.size or found.size * right.size > _MOST_TABLES:
        return None
    kept = [_fitting(part, right, positives, negatives, given, is_strict) for part in _parts(found, right.size)]
    made = tuple(np.concatenate(column) for column in zip(*kept, strict=True))
    return made if len(made[0]) <= _MOST_KEPT else None


def _range(cell: Cell | None, count: int, is_strict: bool) -> Any:
    """The right answers in a class that its rate, where it is printed, allows."""
    import numpy as np

    every = np.arange(count + 1)
    return every if cell is None else every[abs(every / count - cell.score.value) <= cell.width(is_strict)]


def _parts(found: Any, width: int) -> Iterator[Any]:
    step = max(1, _AT_ONCE // width)
    yield from (found[at : at + step] for at in range(0, len(found), step))


def _fitting(
    found: Any, right: Any, positives: int, negatives: int, given: Mapping[str, Cell], is_strict: bool
) -> tuple[Any, ...]:
    import numpy as np

    hits, rejections = (grid.ravel() for grid in np.meshgrid(found, right))
    tables = (hits, positives - hits, negatives - rejections, rejections)
    for name, cell in given.items():
        is_fit = _agree(cell, name, tables, is_strict)
        tables = tuple(column[is_fit] for column in tables)
    return tables
