"""Molecules in MDL SD files: records that end with `$$$$`, with data items `> <name>` (CTfile formats, chapter 5).

All records are counted; the data items of the first 1,000 are looked at.
"""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from pipeline.verify.columns import describe_column
from pipeline.verify.format import Description, Format
from pipeline.verify.text import first_lines, looks_like_text, opened
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

_END = "$$$$"
_ITEM = re.compile(r">.*<([^>]+)>")
_LOOKED_AT = 1_000
_COUNTS = re.compile(r"^.{33,}V[23]000\s*$")
MOLFILE = "molfile"


def _matches(head: bytes, name: str) -> bool:
    lines = first_lines(head, 40) if looks_like_text(head) else []
    return any(_COUNTS.match(line) for line in lines[:5]) or (name.lower().endswith(".sdf") and _END in lines)


def _records(text: TextIO) -> Iterator[dict[str, str]]:
    lines: list[str] = []
    for line in text:
        if line.rstrip() == _END:
            yield _record(lines)
            lines = []
        else:
            lines.append(line.rstrip("\n"))
    if any(line.strip() for line in lines):
        yield _record(lines)


def _record(lines: list[str]) -> dict[str, str]:
    """The molfile, its title line and each data item; an item of several lines keeps them."""
    start = next((at for at, line in enumerate(lines) if _ITEM.match(line)), len(lines))
    found = {"title": lines[0].strip() if lines else "", MOLFILE: "\n".join(lines[:start])}
    name = ""
    for line in lines[start:]:
        item = _ITEM.match(line)
        name = item.group(1) if item else name
        if not item and line.strip():
            found[name] = f"{found[name]}\n{line}" if found.get(name) else line
    return found


def _describe(path: Path) -> Description:
    with opened(path, newline=None) as (text, encoding):
        records = _records(text)
        first = list(islice(records, _LOOKED_AT))
        rows = len(first) + sum(1 for line in text if line.rstrip() == _END)
    names = dict.fromkeys(name for record in first for name in record)
    columns = tuple(describe_column(name, [record.get(name, "") for record in first]) for name in names)
    sampled = len(first) if rows > len(first) else None
    preview = tuple(record["title"] for record in first[:3])
    return Description(rows, columns, warnings=encoding.warnings, preview=preview, sampled=sampled)


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    import pandas as pd

    with opened(path, newline=None) as (text, _):
        records = list(_records(text))
    names = list(dict.fromkeys(name for record in records for name in record))
    return pd.DataFrame({name: pd.Series([record.get(name, "") for record in records], dtype="str") for name in names})


FORMAT = Format(name="sdf", order=25, matches=_matches, describe=_describe, read=_read, is_table=True)
