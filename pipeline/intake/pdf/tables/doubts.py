"""Numbers that can be read in two ways, or that OCR read: shown as disputed rather than guessed."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set

from schemas.paper import Cell, Table

_DECIMAL = re.compile(r"[-−–+]?(\d*)\.(\d+)")
_FIRST_DECIMAL = re.compile(r"\d*\.(\d+)")
_FEWEST = 4
_MOST = 0.1


def doubted(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells, with those disputed whose last digits may be a footnote mark set as large as the number.

    `88.857` among numbers of two decimals is 88.857, or 88.85 with note 7. A number without more significant digits
    than its neighbours (0.0005 among 0.094 and 0.683) is printed so on purpose.
    """
    longer = [cell for column in _columns(cells) for cell in _longer(column)]
    doubtful = {id(cell) for cell in longer if not any(_is_like(cell, other) for other in cells)}
    return tuple(cell.model_copy(update={"disputed": True}) if id(cell) in doubtful else cell for cell in cells)


def of_scan(table: Table, scanned: Set[int]) -> Table:
    """The table, with what stands on scanned pages disputed: OCR takes one digit for another, and rules for letters."""
    cells = tuple(
        cell.model_copy(update={"disputed": True}) if cell.text and (cell.page or table.page) in scanned else cell
        for cell in table.cells
    )
    return table.model_copy(update={"cells": cells})


def _columns(cells: Sequence[Cell]) -> Iterator[list[Cell]]:
    for column in {cell.column for cell in cells}:
        yield [cell for cell in cells if cell.column == column and _DECIMAL.fullmatch(cell.text)]


def _longer(column: Sequence[Cell]) -> Iterator[Cell]:
    """The cells with one or two decimals more than nearly all others of their column."""
    decimals = Counter(_decimals(cell) for cell in column)
    usual, count = decimals.most_common(1)[0] if decimals else (0, 0)
    if count < _FEWEST or len(column) - count > max(1, _MOST * len(column)):
        return
    most = max(_significant(cell) for cell in column if _decimals(cell) == usual)
    for cell in column:
        if 0 < _decimals(cell) - usual <= 2 and _significant(cell) > most:
            yield cell


def _is_like(cell: Cell, other: Cell) -> bool:
    """True for another number of the row that is as long: rows may differ in their decimals."""
    found = _FIRST_DECIMAL.search(other.text)
    return found is not None and other.row == cell.row and other is not cell and len(found.group(1)) == _decimals(cell)


def _decimals(cell: Cell) -> int:
    found = _DECIMAL.fullmatch(cell.text)
    return len(found.group(2)) if found else 0


def _significant(cell: Cell) -> int:
    return len("".join(c for c in cell.text if c.isdigit()).lstrip("0"))
