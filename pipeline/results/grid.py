"""A table as levels of labels: every header row, every header column, and headings between rows.

A body cell is read by the label that each level gives it. Which level names methods, which metrics and which
settings is decided by `pipeline.results.facets`, so that methods in rows and methods in columns are one case.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.results.score_string import is_blank, parse_score
from schemas.paper import Table


class Axis(StrEnum):
    """Where a level stands."""

    COLUMN = "column"
    ROW = "row"
    HEADING = "heading"


@dataclass(frozen=True)
class Level:
    """One line of labels. `labels` maps a body column (axis COLUMN) or a body row to its text."""

    axis: Axis
    title: str
    labels: dict[int, str] = field(hash=False)

    def at(self, row: int, column: int) -> str:
        """The label that this level gives a cell."""
        return self.labels.get(column if self.axis is Axis.COLUMN else row, "")

    def distinct(self) -> tuple[str, ...]:
        """Every label once, in reading order."""
        return tuple(dict.fromkeys(label for label in self.labels.values() if label))


@dataclass(frozen=True)
class Grid:
    """The body of a table and its levels. The rows from `cut` on stand under headers of their own, and are left out."""

    table: Table
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    levels: tuple[Level, ...]
    corner: str = ""
    cut: int | None = None


def build_grid(table: Table) -> Grid | None:
    """The levels of a table; None where it has no body of scores."""
    head = _head_rows(table)
    side = _side_columns(table, head)
    columns = tuple(column for column in range(side, table.n_columns) if not _is_wordy(table, head, column))
    cut = next((row for row in range(head + 1, table.n_rows) if _is_new_header(table, row, columns)), None)
    end = table.n_rows if cut is None else cut
    headings = {row for row in range(head, end) if _is_heading(table, row, columns)}
    rows = tuple(row for row in range(head, end) if row not in headings)
    if not any(is_numeric(table.text(row, column)) for row in rows for column in columns):
        return None
    levels = (
        *_column_levels(table, head, columns),
        *_row_levels(table, head, side, rows),
        *_heading_levels(table, rows, headings),
    )
    return Grid(table, rows, columns, levels, " ".join(_corner(table, head, side)), cut)


def is_numeric(text: str) -> bool:
    """True for a score, and for a cell of digits and signs that may be one which cannot be read."""
    has_digits = re.search(r"[0-9]", text) is not None and re.search(r"[^\W\d_]{2}", text) is None
    return parse_score(text) is not None or has_digits


def _head_rows(table: Table) -> int:
    """The header rows, and rows below them that hold several texts and no score."""
    head = max(table.header_rows, 0)
    while head < table.n_rows - 1 and _is_more_header(table, head):
        head += 1
    return head


def _is_more_header(table: Table, row: int) -> bool:
    texts = {table.text(row, column) for column in range(table.n_columns)}
    filled = {text for text in texts if not is_blank(text)}
    return row < 4 and len(filled) > 1 and not any(is_numeric(text) for text in filled)


def _side_columns(table: Table, head: int) -> int:
    """The label columns: those on the left that hold more words than scores."""
    column = 0
    while column < table.n_columns - 1 and (column < table.header_columns or _is_wordy(table, head, column)):
        column += 1
    return max(column, 1)


def _is_wordy(table: Table, head: int, column: int) -> bool:
    texts = [table.text(row, column) for row in range(head, table.n_rows)]
    filled = [text for text in texts if not is_blank(text)]
    return bool(filled) and sum(not is_numeric(text) for text in filled) * 2 > len(filled)


def _is_new_header(table: Table, row: int, columns: tuple[int, ...]) -> bool:
    """True for a row of several texts over columns of numbers: the headers change inside the table."""
    texts = [table.text(row, column) for column in columns]
    filled = {text for text in texts if not is_blank(text)}
    return len(filled) > 1 and not any(is_numeric(text) for text in filled)


def _is_heading(table: Table, row: int, columns: tuple[int, ...]) -> bool:
    """True for a row with one text in it: a heading for the rows below."""
    filled = {table.text(row, column) for column in range(table.n_columns)} - {""}
    body = {table.text(row, column) for column in columns} - {""}
    return len(filled) == 1 and len(body) <= 1 and not any(is_numeric(text) for text in filled)


def _column_levels(table: Table, head: int, columns: tuple[int, ...]) -> Iterable[Level]:
    for row in range(head):
        labels = {column: _clean(table.text(row, column)) for column in columns}
        if any(labels.values()):
            corner = " ".join(dict.fromkeys(table.text(row, column) for column in range(min(columns))))
            yield Level(Axis.COLUMN, corner, labels)


def _row_levels(table: Table, head: int, side: int, rows: tuple[int, ...]) -> Iterable[Level]:
    for column in range(side):
        labels = {row: _clean(table.text(row, column)) for row in rows}
        title = table.header_of(column) if table.header_rows else ""
        if any(labels.values()):
            yield Level(Axis.ROW, title, _filled_down(labels) if column < side - 1 else labels)


def _filled_down(labels: dict[int, str]) -> dict[int, str]:
    """A blank in an outer label column repeats the label above it."""
    filled: dict[int, str] = {}
    last = ""
    for row, label in labels.items():
        last = label or last
        filled[row] = last
    return filled


def _heading_levels(table: Table, rows: tuple[int, ...], headings: set[int]) -> Iterable[Level]:
    if not headings:
        return
    labels: dict[int, str] = {}
    for row in rows:
        above = max((heading for heading in headings if heading < row), default=None)
        labels[row] = "" if above is None else _clean(next(filter(None, _texts(table, above)), ""))
    yield Level(Axis.HEADING, "", labels)


def _texts(table: Table, row: int) -> list[str]:
    return [table.text(row, column) for column in range(table.n_columns)]


def _corner(table: Table, head: int, side: int) -> Iterable[str]:
    return dict.fromkeys(table.text(row, column) for row in range(head) for column in range(side))


def _clean(text: str) -> str:
    return " ".join(text.replace("\u00ad", "").split())
