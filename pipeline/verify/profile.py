"""Columns described batch by batch, so that a table of any length takes the memory of one batch.

What `describe_column` says of a list of strings, `Profile` says of a stream of them.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pipeline.verify.columns import (
    ALL_VALUES,
    INTEGER,
    MISSING,
    NUMBER,
    describe_column,
    is_number,
    sample_of,
    storable,
)
from schemas.data import Column

if TYPE_CHECKING:
    import pyarrow as pa

DISTINCT = 100_000
"""Different values are counted exactly up to here; above it the count is a lower bound."""
_SETTLED = 1_000
_FULL_ROWS = 1_000_000
_WIDE, _WIDE_ROWS = 500, 100
_SPELLINGS = sorted({spelled for mark in MISSING for spelled in (mark, mark.upper(), mark.title(), "NaN", "N/a")})


class TypeGuess:
    """`integer`, `number` or `text`, from batches of present values without white space around them."""

    def __init__(self) -> None:
        self._is_integer = self._is_number = True

    def add(self, present: "pa.Array") -> None:
        """One batch. A number beyond the range of a double is text."""
        import pyarrow.compute as pc

        if self._is_integer:
            self._is_integer = _all_match(present, INTEGER)
        if not self._is_integer and self._is_number:
            self._is_number = _all_match(present, NUMBER)
        if self._is_number and len(present):
            # Only very long numbers and large exponents can be beyond it.
            doubtful = pc.match_substring_regex(present, "[eE][+-]?[0-9]{3,}|[0-9]{300,}")
            self._is_number = all(map(is_number, pc.filter(present, doubtful).to_pylist()))
            self._is_integer = self._is_integer and self._is_number

    @property
    def dtype(self) -> str:
        """What all values so far are."""
        return "integer" if self._is_integer else "number" if self._is_number else "text"


class ColumnProfile:
    """One column of strings, seen in batches.

    After a million rows, a column with more than 1,000 different values is settled: it is neither an id to be told
    apart nor a class, so only its missing values are counted from there on.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._rows = 0
        self._guess = TypeGuess()
        self._blank = self._marked = 0
        self._values: Any = None
        self._first: dict[str, None] = {}

    @property
    def is_settled(self) -> bool:
        """True where more rows would not change what is said of the column."""
        return self._rows >= _FULL_ROWS and len(self._values or ()) > _SETTLED

    def add(self, values: "pa.Array") -> None:
        """One batch of the column, without nulls."""
        import pyarrow.compute as pc

        if self.is_settled:
            self._marked += pc.sum(pc.is_in(values, _marks())).as_py() or 0
        else:
            self._look(values)
        self._rows += len(values)

    def _look(self, values: "pa.Array") -> None:
        import pyarrow.compute as pc

        counted = values.value_counts()
        found, counts = counted.field("values"), counted.field("counts")
        trimmed = pc.utf8_trim_whitespace(found)
        is_blank = pc.equal(pc.binary_length(trimmed), 0)
        is_mark = are_marks(found)
        self._blank += pc.sum(pc.filter(counts, is_blank)).as_py() or 0
        self._marked += pc.sum(pc.filter(counts, is_mark)).as_py() or 0
        self._guess.add(pc.filter(trimmed, pc.invert(is_mark)))
        self._remember(pc.filter(found, pc.invert(is_blank)))

    def _remember(self, present: "pa.Array") -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        if len(self._first) <= ALL_VALUES + len(MISSING) * 4:
            self._first |= dict.fromkeys(present[: ALL_VALUES * 10].to_pylist())
        if self._values is None:
            self._values = present[:DISTINCT]
        elif len(self._values) < DISTINCT:
            new = pc.filter(present, pc.invert(pc.is_in(present, value_set=self._values)))
            self._values = pa.concat_arrays([self._values, new[: DISTINCT - len(self._values)]])

    def column(self) -> Column:
        """What is known of the column by now."""
        import pyarrow as pa
        import pyarrow.compute as pc

        values = self._values if self._values is not None else pa.array([], pa.string())
        n_marks = pc.sum(are_marks(values)).as_py() or 0
        dtype = self._guess.dtype if len(values) > n_marks else "empty"
        is_text = dtype == "text"
        first = [value for value in self._first if is_text or value.strip().lower() not in MISSING]
        return Column(
            name=storable(self._name),
            dtype=dtype,
            missing=self._blank if is_text else self._marked,
            distinct=len(values) - (0 if is_text else n_marks),
            sample=sample_of(first),
        )


class Profile:
    """A table seen in batches of string columns. Of more than 500 columns only the first 100 rows are looked at."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._columns = [] if len(names) > _WIDE else [ColumnProfile(name) for name in names]
        self._first: list[list[str]] = [[] for _ in names] if len(names) > _WIDE else []
        self.rows = 0
        self.preview: tuple[str, ...] = ()

    @property
    def is_wide(self) -> bool:
        """True for more columns than are followed through the whole table."""
        return len(self._names) > _WIDE

    @property
    def looked_at(self) -> int | None:
        """How many rows the description rests on; None for all."""
        limit = _WIDE_ROWS if self.is_wide else None
        if limit is None and any(column.is_settled for column in self._columns):
            limit = _FULL_ROWS
        return limit if limit is not None and self.rows > limit else None

    def add(self, columns: "Sequence[pa.Array]") -> None:
        """One batch: an array of strings per column, all of one length."""
        if not self.rows:
            self.preview = preview_of(columns)
        wanted = max(0, _WIDE_ROWS - self.rows)
        if self.is_wide and wanted:
            for kept, values in zip(self._first, columns, strict=True):
                kept += values[:wanted].to_pylist()
        for profile, values in zip(self._columns, columns, strict=not self.is_wide):
            profile.add(values)
        self.rows += len(columns[0])

    def columns(self) -> tuple[Column, ...]:
        """The columns in their order."""
        if self.is_wide:
            return tuple(map(describe_column, self._names, self._first))
        return tuple(profile.column() for profile in self._columns)


def preview_of(columns: "Sequence[pa.Array]", rows: int = 3, width: int = 12) -> tuple[str, ...]:
    """The first rows as lines of text, cut to 12 columns and 40 letters a cell."""
    cells = [[str(value)[:40] for value in column[:rows].to_pylist()] for column in columns[:width]]
    return tuple(storable(", ".join(row)) for row in zip(*cells, strict=True))


def _all_match(values: "pa.Array", pattern: str) -> bool:
    import pyarrow.compute as pc

    if not len(values):
        return True
    return bool(pc.all(pc.match_substring_regex(values, f"^({pattern})$")).as_py())


def are_marks(values: "pa.Array") -> "pa.Array":
    """Which texts are marks of absence, as `columns.is_missing` has them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    marks = pa.array(sorted(MISSING), values.type)
    return pc.is_in(pc.utf8_lower(pc.utf8_trim_whitespace(values)), value_set=marks)


def _marks() -> "pa.Array":
    import pyarrow as pa

    return pa.array(_SPELLINGS)
