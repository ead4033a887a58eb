"""Excel workbooks (.xlsx), read as they stand: formulas are never computed, macros never run.

The first 20,000 rows of the first sheet are looked at.
"""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.verify.columns import describe_columns, storable
from pipeline.verify.damage import reading
from pipeline.verify.format import Description, Format, ReadError
from schemas.data import Column
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

_LOOKED_AT = 20_000
_SHEETS = 20
_UNPACKED = 256 * 2**20
_MACROS = "xl/vbaProject.bin"
Row = tuple[Any, ...]


def _matches(head: bytes, name: str) -> bool:
    is_named = name.lower().endswith((".xlsx", ".xlsm"))
    return head.startswith(b"PK\x03\x04") and (b"xl/workbook.xml" in head or b"xl/_rels" in head or is_named)


@contextmanager
def _workbook(path: Path, *, values: bool) -> "Iterator[Any]":
    from openpyxl import load_workbook

    with reading("not a workbook"):
        with zipfile.ZipFile(path) as archive:
            if sum(member.file_size for member in archive.infolist()) > _UNPACKED:
                raise ReadError(f"larger than {_UNPACKED} bytes when unpacked: not read")
        with path.open("rb") as file:
            book = load_workbook(file, read_only=True, data_only=values, keep_links=False)
            try:
                yield book
            finally:
                book.close()


def _rows(sheet: Any) -> Iterator[Row]:
    """The rows that are not empty."""
    return (row for row in sheet.iter_rows(values_only=True) if any(value is not None for value in row))


def text_of(value: Any) -> str:
    """A cell as text: numbers in their shortest form, dates as ISO 8601."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return storable(value.isoformat() if isinstance(value, datetime | date | time) else str(value))


def _describe(path: Path) -> Description:
    """The first sheet, which is what `read` takes unless told otherwise; the others by name."""
    with _workbook(path, values=False) as book:
        sheets = book.worksheets
        found = list(islice(_rows(sheets[0]), _LOOKED_AT + 1)) if sheets else []
        others = [sheet.title for sheet in sheets[1:_SHEETS]]
        warnings = [*_oddities(found), *([f"more sheets, not described: {', '.join(others)}"] if others else [])]
        if _has_macros(path):
            warnings.append("holds macros: listed, not opened")
    is_cut = len(found) > _LOOKED_AT
    preview = tuple(", ".join(text_of(value)[:40] for value in row[:12]) for row in found[:4])
    return Description(
        None if is_cut else max(0, len(found) - 1),
        _columns(found),
        warnings=tuple(map(storable, warnings)),
        preview=preview,
        sampled=_LOOKED_AT if is_cut else None,
    )


def _has_macros(path: Path) -> bool:
    with zipfile.ZipFile(path) as archive:
        return _MACROS in archive.namelist()


def _oddities(rows: list[Row]) -> Iterator[str]:
    formulas = sum(isinstance(value, str) and value.startswith("=") for row in rows for value in row)
    if formulas:
        yield f"{formulas} formulas: never computed; the values kept beside them count"
    if len(rows) > _LOOKED_AT:
        yield f"more than {_LOOKED_AT} rows: the rest was not looked at"


def _columns(rows: list[Row]) -> tuple[Column, ...]:
    if not rows:
        return ()
    return describe_columns([text_of(value) for value in rows[0]], [[text_of(v) for v in row] for row in rows[1:]])


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    import pandas as pd

    with _workbook(path, values=True) as book:
        if options.sheet is not None and options.sheet not in book.sheetnames:
            raise ReadError(f"there is no sheet {options.sheet!r}, only {', '.join(book.sheetnames[:20])}")
        sheet = book[options.sheet] if options.sheet else book.worksheets[0]
        rows = [tuple(text_of(value) for value in row) for row in islice(_rows(sheet), options.skip_rows, None)]
    if not rows:
        raise ReadError("the sheet is empty")
    names = list(rows[0])
    if len(set(names)) < len(names):
        raise ReadError("two columns have the same name")
    return pd.DataFrame([row[: len(names)] for row in rows[1:]], columns=names, dtype="str")


FORMAT = Format(name="xlsx", order=6, matches=_matches, describe=_describe, read=_read, is_table=True)
