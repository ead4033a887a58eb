"""Columns of strings described: their type, what is missing, how many values there are, and a few of them."""

import math
import re
from collections.abc import Iterable, Sequence

from schemas.data import Column

SAMPLE = 5
ALL_VALUES = 20
MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "?"})
INTEGER = r"[+-]?(0|[1-9][0-9]*)"
NUMBER = r"[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?"
_LONGEST_MARK = max(map(len, MISSING))
_INTEGER = re.compile(INTEGER)
_NUMBER = re.compile(NUMBER)
LONGEST = 80


def is_integer(text: str) -> bool:
    """True for a whole number as people write it; `007` is a code, not a number."""
    return bool(_INTEGER.fullmatch(text.strip()))


def is_number(text: str) -> bool:
    """True for a finite decimal number."""
    stripped = text.strip()
    return bool(_NUMBER.fullmatch(stripped)) and math.isfinite(float(stripped))


def is_missing(text: str) -> bool:
    """True for the marks that a numeric column leaves where there is no number."""
    stripped = text.strip()
    return len(stripped) <= _LONGEST_MARK and stripped.lower() in MISSING


def storable(text: str) -> str:
    """Text that can be written as UTF-8: half surrogate pairs, which JSON can spell, become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def dtype_of(values: Iterable[str]) -> str:
    """`integer`, `number`, `text` or `empty`. Marks of absence count as such only among numbers."""
    present = [value for value in values if not is_missing(value)]
    if not present:
        return "empty"
    if all(map(is_integer, present)):
        return "integer"
    return "number" if all(map(is_number, present)) else "text"


def describe_column(name: str, values: Sequence[str]) -> Column:
    """One column. The sample holds every value, sorted, where there are at most 20, else the first five."""
    distinct = dict.fromkeys(values)
    dtype = dtype_of(distinct)
    absent = is_missing if dtype != "text" else (lambda text: not text.strip())
    present = [value for value in distinct if not absent(value)]
    return Column(
        name=storable(name),
        dtype=dtype,
        missing=sum(absent(value) for value in values),
        distinct=len(present),
        sample=sample_of(present),
    )


def sample_of(present: Sequence[str]) -> tuple[str, ...]:
    """Every value, sorted, where there are at most 20, else the first five; long ones cut."""
    shown = sorted(present) if len(present) <= ALL_VALUES else present[:SAMPLE]
    return tuple(storable(value)[:LONGEST] for value in shown)


def describe_columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[Column, ...]:
    """The columns of a table of strings; short rows count as missing at the end."""
    return tuple(
        describe_column(name, [row[index] if index < len(row) else "" for row in rows])
        for index, name in enumerate(names)
    )
