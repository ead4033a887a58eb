"""What tables of every format share: which rows and columns are headers, and what a superscript in a cell means."""

import re
from collections.abc import Callable, Iterable

from schemas.paper import Cell

_NUMBER = re.compile(r"[-+−–~<>≤≥≈±$€£]?\s*[(\[]?\s*[-+−–]?\s*(?:\d[\d,.\s]*|\.\d+)")
_LETTERS = re.compile(r"[^\W\d_]{3,}|vs")
_EMPTY = {"", "-", "–", "—", "−", "n/a", "na", "nan", "n.a.", "none", "nd", "n.d.", "/", "…", "...", "*"}
_POWER_BASE = re.compile(r"(?:^|[×x·*(\s])10$")
_UNIT = re.compile(
    r"(?:^|[\s/(·×])(?:[kcmµnd]?m|[kmµ]?g|s|h|min|d|L|l|R|r|χ|η|x|Q|CO|year|day|Å|mol|K|W|J|Hz|ha|cell)$", re.IGNORECASE
)
_EXPONENT = re.compile(r"[-−–+]?\d{1,3}$")


def is_number(text: str) -> bool:
    """True for a cell that holds a number with whatever is printed around it (sign, spread, percent, interval)."""
    bare = text.strip()
    return bool(_NUMBER.match(bare)) and not _LETTERS.search(bare)


def is_blank(text: str) -> bool:
    """True for a cell that stands for no value."""
    return text.strip().lower() in _EMPTY


def is_exponent(before: str, raised: str) -> bool:
    """True where raised characters are a power (`10⁻³`, `cm²`, `R²`) and no reference mark."""
    if not _EXPONENT.fullmatch(raised.strip()):
        return False
    base = before.rstrip()
    if raised.strip()[0] in "-−–+":
        return True
    return bool(_POWER_BASE.search(base) or (_UNIT.search(base) and raised.strip() in {"2", "3"}))


def raised(before: str, text: str) -> tuple[str, str]:
    """Superscript characters as (text, marks): a power of ten is written with `^`, a mark stands apart."""
    bare = text.strip()
    if not bare:
        return "", ""
    if is_exponent(before, bare):
        return ("^" + bare if _POWER_BASE.search(before.rstrip()) else bare), ""
    if re.fullmatch(r"(?:th|st|nd|rd|[+−-]{1,2}|\d?[+−-])", bare) and before[-1:].isalnum():
        return bare, ""
    return "", bare


def header_columns(texts: Callable[[int, int], str], rows: range, n_columns: int) -> int:
    """How many columns on the left name the rows: those before the first column of numbers, at least one."""
    for column in range(n_columns):
        if _is_numeric(texts(row, column) for row in rows):
            return min(max(column, 1), max(n_columns - 1, 1))
    return min(1, n_columns)


def header_rows(texts: Callable[[int, int], str], n_rows: int, n_columns: int) -> int:
    """How many rows on top name the columns, where no markup says so: those before the first row with numbers."""
    for row in range(n_rows):
        values = [texts(row, column) for column in range(1, n_columns)]
        numbers = sum(is_number(value) for value in values)
        if numbers and numbers * 2 >= sum(not is_blank(value) for value in values):
            return min(max(row, 1), 3) if n_rows > 1 else 0
    return 1 if n_rows > 1 else 0


def inner_headers(
    texts: Callable[[int, int], str], head: int, left: int, n_rows: int, n_columns: int
) -> tuple[int, ...]:
    """The body rows that are headers for the rows below them: several different texts over columns of numbers.

    Their label is empty or that of the header; rows of bare text directly above them belong to them.
    """
    body = range(head, n_rows)
    numeric = [c for c in range(left, n_columns) if _is_numeric(texts(row, c) for row in body)]
    labels = {"", *(texts(row, 0) for row in range(head))}
    bare = [row for row in body if texts(row, 0) in labels and _are_words(texts(row, c) for c in numeric)]
    firsts = {row for row in bare if len({texts(row, c) for c in numeric} - {""}) * 2 > min(len(numeric), 4)}
    found = {row for first in firsts for row in range(_block_start(bare, first), first + 1)}
    return tuple(sorted(row for row in found if any(below not in found for below in range(row + 1, n_rows))))


def _block_start(rows: list[int], last: int) -> int:
    """The first of the consecutive rows that end with `last`."""
    return _block_start(rows, last - 1) if last - 1 in rows else last


def _are_words(texts: Iterable[str]) -> bool:
    filled = [text for text in texts if not is_blank(text)]
    return bool(filled) and not any(is_number(text) for text in filled)


def _is_numeric(texts: Iterable[str]) -> bool:
    filled = [text for text in texts if not is_blank(text)]
    return bool(filled) and sum(is_number(text) for text in filled) * 2 > len(filled)


def text_at(cells: Iterable[Cell]) -> Callable[[int, int], str]:
    """The text at a position, for cells that are not yet a table."""
    grid = {
        (row, column): cell.text
        for cell in cells
        for row in range(cell.row, cell.row + cell.row_span)
        for column in range(cell.column, cell.column + cell.column_span)
    }
    return lambda row, column: grid.get((row, column), "")
