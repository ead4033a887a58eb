"""Tables that go on: over the next page, or in the next column."""

import re
from collections.abc import Iterable, Sequence

from schemas.paper import Cell, Table

_CONTINUED = re.compile(r"^\W*cont(?:inued|['’]?d|\.)|\(\s*cont(?:inued|['’]?d|\.)\s*\)", re.IGNORECASE)


def joined(tables: Iterable[Table]) -> list[Table]:
    """The tables of a document with the parts of each put together."""
    whole: list[Table] = []
    for table in tables:
        if whole and _goes_on(whole[-1], table):
            whole[-1] = _together(whole[-1], table)
        else:
            whole.append(table)
    return whole


def _goes_on(table: Table, more: Table) -> bool:
    """True for a table of the same columns, at most a page on, with the same label, or with the same head and none."""
    if not table.cells or not more.cells or table.n_columns != more.n_columns:
        return False
    pages = (more.page or 0) - _last_page(table)
    is_same = table.label == more.label
    if pages not in (0, 1):
        return False
    if is_same and _CONTINUED.search(more.caption):
        return True
    return pages == 1 and (is_same or (not more.caption and _repeated(table, more) > 0))


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
