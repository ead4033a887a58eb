"""Tables with a delimiter, strictly: a row with too many or too few fields is said, never mended.

Apache Arrow reads them in batches of 4 MiB, or of 64 times the names of the columns, so that a table of any length
takes the memory of one batch.
"""

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.verify.columns import is_number
from pipeline.verify.format import Description, ReadError
from pipeline.verify.profile import Profile
from pipeline.verify.text import as_utf8, first_lines, looks_like_text
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

HEADERLESS = "no header row"
_DELIMITERS = ",\t;|"
_BLOCK = 4 * 2**20
_HEADERS = 64
_FORMULA = r"^\s*=\s*[-+@A-Za-z(]"


@dataclass
class Grid:
    """A table being read: its column names, whether the first row names them, and what was odd so far."""

    names: tuple[str, ...]
    has_header: bool
    warnings: list[str]
    has_nul: bool
    ragged: list[int] = field(default_factory=list)
    n_ragged: int = 0

    def all_warnings(self) -> tuple[str, ...]:
        """Warnings of the whole table, once it is read."""
        found = list(self.warnings)
        if not self.has_header:
            found.append(HEADERLESS)
        if len(set(self.names)) < len(self.names):
            found.append("two columns have the same name")
        if self.n_ragged:
            found.append(f"{self.n_ragged} ragged rows (the first: row {self.ragged[0]})")
        return tuple(found)


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


@contextmanager
def batches(path: Path, delimiter: str, options: ReaderOptions) -> "Iterator[tuple[Grid, Iterator[list[pa.Array]]]]":
    """A table as its grid and its batches, a list of string arrays each. Raises ReadError where there is none."""
    with as_utf8(path) as (plain, encoding):
        first = _first_rows(plain, delimiter, options.skip_rows)
        has_header = _is_header(first) if options.header is None else options.header
        names = first[0] if has_header else [f"column_{index}" for index in range(1, len(first[0]) + 1)]
        grid = Grid(tuple(names), has_header, list(encoding.warnings), encoding.has_nul)
        yield grid, _read_batches(plain, delimiter, options.skip_rows, grid)


def _first_rows(path: Path, delimiter: str, skip: int) -> list[list[str]]:
    limit = csv.field_size_limit(_BLOCK)  # a cell may hold a whole gene
    try:
        with path.open(encoding="utf-8-sig", newline="") as text:
            rows = (row for row in csv.reader(islice(text, skip, None), delimiter=delimiter) if row)
            first = list(islice(rows, 2))
    except csv.Error as error:
        raise ReadError(f"not a table: {error}") from error
    finally:
        csv.field_size_limit(limit)
    if not first:
        raise ReadError("the file is empty")
    return first


def _read_batches(path: Path, delimiter: str, skip: int, grid: Grid) -> "Iterator[list[pa.Array]]":
    import pyarrow as pa
    from pyarrow import csv as arrow

    def note(row: Any) -> str:
        grid.n_ragged += 1
        if not grid.ragged:
            # Arrow counts from the first row behind `skip_rows`, blank lines left out.
            grid.ragged.append(row.number)
        return "skip"

    keys = [str(index) for index in range(len(grid.names))]
    try:
        reader = arrow.open_csv(
            path,
            arrow.ReadOptions(
                use_threads=False,
                block_size=max(_BLOCK, _HEADERS * sum(map(len, grid.names))),
                skip_rows=skip,
                skip_rows_after_names=int(grid.has_header),
                column_names=keys,
            ),
            arrow.ParseOptions(delimiter=delimiter, newlines_in_values=True, invalid_row_handler=note),
            arrow.ConvertOptions(column_types=dict.fromkeys(keys, pa.string()), strings_can_be_null=False),
        )
        for batch in reader:
            yield batch.columns
    except pa.ArrowInvalid as error:
        raise ReadError(f"not a table: {str(error).splitlines()[0][:200]}") from error


def describe(path: Path, delimiter: str) -> Description:
    """Rows, columns and oddities of a table, in the memory of one batch."""
    with batches(path, delimiter, ReaderOptions()) as (grid, read):
        profile, formulas = Profile(grid.names), 0
        for columns in read:
            profile.add(columns)
            formulas += 0 if profile.is_wide else sum(map(_formulas, columns))
        found = [f"{formulas} cells look like spreadsheet formulas: text, never computed"] if formulas else []
        return Description(
            profile.rows,
            profile.columns(),
            warnings=(*grid.all_warnings(), *found),
            preview=profile.preview,
            sampled=profile.looked_at,
        )


def _formulas(values: "pa.Array") -> int:
    import pyarrow.compute as pc

    starts = pc.starts_with(pc.utf8_ltrim_whitespace(values), "=")
    if not pc.any(starts).as_py():
        return 0
    return int(pc.sum(pc.match_substring_regex(pc.filter(values, starts), _FORMULA)).as_py() or 0)


def read(path: Path, delimiter: str, options: ReaderOptions) -> "pd.DataFrame":
    """A table as a frame of strings. Raises ReadError where a row is ragged, a name double or a NUL inside."""
    import pandas as pd
    import pyarrow as pa

    with batches(path, options.delimiter or delimiter, options) as (grid, read_batches):
        if len(set(grid.names)) < len(grid.names):
            raise ReadError("two columns have the same name")
        if grid.has_nul:
            raise ReadError("the text holds NUL characters")
        columns: list[list[pa.Array]] = [[] for _ in grid.names]
        for batch in read_batches:
            for kept, values in zip(columns, batch, strict=True):
                kept.append(values)
        if grid.ragged:
            raise ReadError(f"row {grid.ragged[0]} does not have {len(grid.names)} fields")
    return pd.DataFrame({name: text_series(kept) for name, kept in zip(grid.names, columns, strict=True)})


def text_series(arrays: "Sequence[pa.Array]") -> "pd.Series":
    """Arrays of strings as one series of pandas' own text type."""
    import pandas as pd
    import pyarrow as pa

    whole = pa.chunked_array(list(arrays), pa.string())
    return pd.Series(pd.array(whole.cast(pa.large_string()), dtype="str"))


def _is_header(rows: Sequence[Sequence[str]]) -> bool:
    """Headers are words, or the running numbers that data frames are saved with."""
    numbers = [cell for cell in rows[0] if is_number(cell)]
    return not numbers or (numbers == [str(index) for index in range(len(numbers))] and len(rows) > 1)
