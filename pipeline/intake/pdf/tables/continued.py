"""Tables that go on: over the next page, or in the next column."""

import re
from collections.abc import Iterable, Mapping, Sequence

from schemas.paper import Cell, Table

_CONTINUED = re.compile(r"^\W*cont(?:inued|['’]?d|\.)|\(\s*cont(?:inued|['’]?d|\.)\s*\)", re.IGNORECASE)


def joined(tables: Iterable[Table], heights: Mapping[int, float]) -> list[Table]:
    """The tables of a document with the parts of each put together. `heights` are those of the pages."""
    whole: list[Table] = []
    for table in tables:
        if whole and _goes_on(whole[-1], table, heights):
            whole[-1] = _together(whole[-1], table)
        else:
            whole.append(table)
    return whole


def _goes_on(table: Table, more: Table, heights: Mapping[int, float]) -> bool:
    """True for a table of the same columns, at most a page on, that has the same label, or none.

    One without a label has the same head, or stands at the top of its page when the other ended with its own.
    """
    if not table.cells or not more.cells or table.n_columns != more.n_columns:
        return False
    pages = (more.page or 0) - _last_page(table)
    is_same = table.label == more.label
    if pages not in (0, 1):
        return False
    if is_same and _CONTINUED.search(more.caption):
        return True
    if pages != 1 or is_same:
        return pages == 1
    return not more.caption and (_repeated(table, more) > 0 or _runs_over(table, more, heights))


def _runs_over(table: Table, more: Table, heights: Mapping[int, float]) -> bool:
    """True where one ends in the last quarter of its page and the other starts in the first of the next."""
    last = _last_page(table)
    ends = [cell.box.y1 for cell in table.cells if cell.box and (cell.page or table.page) == last]
    starts = [cell.box.y0 for cell in more.cells if cell.box]
    if not ends or not starts:
        return False
    return max(ends) > 0.75 * heights.get(last, 0.0) and min(starts) < 0.25 * heights.get(last + 1, 0.0)


def _last_page(table: Table) -> int:
    return max((cell.page or table.page or 0 for cell in table.cells), default=0)


def _repeated(table: Table, more: Table) -> int:
    """How many header rows the second part repeats."""
    count = 0
    while count < min(table.header_rows, more.n_rows) and _row(table, count) == _row(more, count):
        count += 1
    return count


def _row(table: Table, row: int) -> list[str]:
    return ["".join(table.text(row, column).casefold().split()) for column in range(table.n_columns)]


def _together(table: Table, more: Table) -> Table:
    skipped = _repeated(table, more)
    cells = [_moved(cell, table.n_rows - skipped, more.page) for cell in more.cells if cell.row >= skipped]
    return table.model_copy(
        update={
            "n_rows": table.n_rows + more.n_rows - skipped,
            "cells": (*table.cells, *cells),
            "notes": _notes((table.notes, more.notes)),
        }
    )


def _moved(cell: Cell, rows: int, page: int | None) -> Cell:
    return cell.model_copy(update={"row": cell.row + rows, "page": page})


def _notes(notes: Sequence[str]) -> str:
    return " ".join(dict.fromkeys(note for note in notes if note))
