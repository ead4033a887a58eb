"""Which rows and columns of one reading of a table are which of another: the best monotone pairing by shared texts."""

from collections import Counter
from collections.abc import Sequence

from pipeline.intake.merge.places import squeezed
from schemas.paper import Table

_MOST = 300
_LEAST_ALIKE = 0.3


def pairs(table: Table, other: Table) -> tuple[dict[int, int], dict[int, int]]:
    """The rows and the columns of `other` for those of `table`; nothing for tables that are too large to compare."""
    if max(table.n_rows, other.n_rows, table.n_columns, other.n_columns) > _MOST:
        return {}, {}
    rows = _paired(_lines(table, by_row=True), _lines(other, by_row=True))
    columns = _paired(_lines(table, by_row=False), _lines(other, by_row=False))
    return rows, columns


def _lines(table: Table, by_row: bool) -> list[Counter[str]]:
    """The texts of each row or column; a cell that spans several counts in each."""
    lines: list[Counter[str]] = [Counter() for _ in range(table.n_rows if by_row else table.n_columns)]
    for cell in table.cells:
        text = squeezed(cell.text) + ("-" if cell.text.strip()[:1] in "-−–" else "")
        start, count = (cell.row, cell.row_span) if by_row else (cell.column, cell.column_span)
        for line in lines[start : start + count]:
            if text:
                line[text] += 1
    return lines


def _alike(first: Counter[str], second: Counter[str]) -> float:
    """The share of common texts, from 0 to 1."""
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 0.0


def _paired(lines: Sequence[Counter[str]], others: Sequence[Counter[str]]) -> dict[int, int]:
    """Needleman-Wunsch without a penalty for gaps; pairs that share too little are left out."""
    best = [[0.0] * (len(others) + 1) for _ in range(len(lines) + 1)]
    alike = [[_alike(line, other) for other in others] for line in lines]
    for i in range(len(lines)):
        for j in range(len(others)):
            best[i + 1][j + 1] = max(best[i][j] + alike[i][j], best[i][j + 1], best[i + 1][j])
    found: dict[int, int] = {}
    i, j = len(lines), len(others)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            if alike[i][j] >= _LEAST_ALIKE:
                found[i] = j
    return found
