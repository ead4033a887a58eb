"""What other readers make of the tables of a PDF: the libraries as they come, without settings of ours."""

import contextlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.bench_reading.grids import Reading, of_rows

Rival = Callable[[Path], list[Reading]]


def with_pymupdf4llm(path: Path) -> list[Reading]:
    """The tables of the layout model."""
    return [of_rows(box["table"]["extract"]) for box in boxes_of(path) if box["table"] and box["table"]["extract"]]


def boxes_of(path: Path) -> Iterator[dict[str, Any]]:
    """The boxes of `pymupdf4llm.to_json`."""
    import pymupdf4llm

    with contextlib.redirect_stdout(io.StringIO()):
        pages = json.loads(pymupdf4llm.to_json(str(path), use_ocr=False))["pages"]
    return (box for page in pages for box in page["boxes"])


def with_pdfplumber(path: Path) -> list[Reading]:
    """The tables by ruled lines."""
    import pdfplumber

    with pdfplumber.open(path) as document:
        return [of_rows(rows) for page in document.pages for rows in page.extract_tables()]


def with_find_tables(path: Path) -> list[Reading]:
    """The tables of `Page.find_tables`."""
    import pymupdf

    opened: Any = pymupdf
    with opened.open(path) as document, contextlib.redirect_stdout(io.StringIO()):
        return [of_rows(table.extract()) for page in document for table in page.find_tables().tables]


RIVALS: dict[str, Rival] = {
    "pymupdf4llm": with_pymupdf4llm,
    "pdfplumber": with_pdfplumber,
    "find_tables": with_find_tables,
}
