"""Tables with a delimiter, strictly: a row with too many or too few fields is said, never mended."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.verify.columns import describe_columns, is_number
from pipeline.verify.format import Description, ReadError
from pipeline.verify.text import first_lines, looks_like_text, read_text

if TYPE_CHECKING:
    import pandas as pd

_DELIMITERS = ",\t"
HEADERLESS = "no header row"


@dataclass(frozen=True)
class Grid:
    """A parsed table: column names, rows of strings, the numbers of ragged lines, and warnings."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    ragged: tuple[int, ...]
    warnings: tuple[str, ...]


def is_delimited(head: bytes, name: str, delimiter: str, suffix: str) -> bool:
    """True where nearly all of the first lines have the same number of fields, at least two of them.

    A table with one column has no delimiter, so there the name decides.
    """
    if not looks_like_text(head):
        return False
    lines = first_lines(head, 50)
    counts = [len(row) for row in csv.reader(lines, delimiter=delimiter)] if _parses(lines, delimiter) else []
    if not counts:
        return False
    named = name.lower().endswith(suffix)
    if max(counts) < 2 or len(counts) < 2:
        return named and not any(mark in lines[0] for mark in _DELIMITERS if mark != delimiter)
    return named or sum(count == counts[0] for count in counts) >= 0.95 * len(counts)


def _parses(lines: Sequence[str], delimiter: str) -> bool:
    try:
        return bool(list(csv.reader(lines, delimiter=delimiter)))
    except csv.Error:
        return False


def parse(path: Path, delimiter: str) -> Grid:
    """The table in a file. Raises ReadError where there is none."""
    text, warnings = read_text(path)
    try:
        rows = [tuple(row) for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    except csv.Error as error:
        raise ReadError(f"not a table: {error}") from error
    if not rows:
        raise ReadError("the file is empty")
    names, body = (rows[0], rows[1:]) if _is_header(rows) else (_numbered(rows[0]), rows)
    ragged = tuple(number for number, row in enumerate(body, start=len(rows) - len(body) + 1) if len(row) != len(names))
    found = list(warnings)
    if body is rows:
        found.append(HEADERLESS)
    if len(set(names)) < len(names):
        found.append("two columns have the same name")
    if ragged:
        found.append(f"{len(ragged)} ragged rows (the first: row {ragged[0]})")
    return Grid(tuple(names), tuple(body), ragged, tuple(found))


def _is_header(rows: Sequence[Sequence[str]]) -> bool:
    """Headers are words, or the running numbers that data frames are saved with."""
    numbers = [cell for cell in rows[0] if is_number(cell)]
    return not numbers or (numbers == [str(index) for index in range(len(numbers))] and len(rows) > 1)


def _numbered(row: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"column_{index}" for index in range(1, len(row) + 1))


def describe(path: Path, delimiter: str) -> Description:
    """Rows, columns and oddities of a table."""
    grid = parse(path, delimiter)
    return Description(len(grid.rows), describe_columns(grid.names, grid.rows), warnings=grid.warnings)


def read(path: Path, delimiter: str) -> "pd.DataFrame":
    """A table as a frame of strings. Raises ReadError where a row is ragged, a name double or a NUL inside."""
    import pandas as pd

    grid = parse(path, delimiter)
    if grid.ragged:
        raise ReadError(f"row {grid.ragged[0]} does not have {len(grid.names)} fields")
    if len(set(grid.names)) < len(grid.names):
        raise ReadError("two columns have the same name")
    if any("NUL" in warning for warning in grid.warnings):
        raise ReadError("the text holds NUL characters")
    return pd.DataFrame(list(grid.rows), columns=list(grid.names), dtype=object)
