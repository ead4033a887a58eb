"""Tables separated by commas (RFC 4180), semicolons or bars, with or without a header row."""

from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.verify import delimited
from pipeline.verify.format import Description, Format
from pipeline.verify.text import HEAD_BYTES
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

_DELIMITERS = ",;|"
_SUFFIX = ".csv"


def _delimiter(head: bytes, name: str) -> str | None:
    """The first delimiter that cuts the lines evenly; by the name alone only the comma."""
    even = (mark for mark in _DELIMITERS if delimited.is_delimited(head, "", mark, _SUFFIX))
    return next(even, "," if delimited.is_delimited(head, name, ",", _SUFFIX) else None)


def _sniffed(path: Path) -> str:
    with path.open("rb") as file:
        return _delimiter(file.read(HEAD_BYTES), _SUFFIX) or ","


def _describe(path: Path) -> Description:
    return delimited.describe(path, _sniffed(path))


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    return delimited.read(path, options.delimiter or _sniffed(path), options)


FORMAT = Format(
    name="csv",
    order=42,
    matches=lambda head, name: _delimiter(head, name) is not None,
    describe=_describe,
    read=_read,
    is_table=True,
)
