"""JSON Lines: one JSON value per line, read in batches."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.json_tables import cell, frame_of, names_of
from pipeline.verify.profile import Profile
from pipeline.verify.text import first_lines, looks_like_text, opened
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

_BATCH = 20_000


def _matches(head: bytes, name: str) -> bool:
    lines = first_lines(head, 2) if looks_like_text(head) else []
    if not lines or not lines[0].lstrip().startswith(("{", "[")):
        return False
    is_named = name.lower().endswith((".jsonl", ".ndjson"))
    return (is_named or len(lines) == 2) and all(map(_is_value, lines))


def _is_value(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict | list)
    except (ValueError, RecursionError):
        return False


def _values(text: TextIO) -> Iterator[Any]:
    for number, line in enumerate(text, start=1):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ReadError(f"line {number} is not JSON: {error}") from error


def _describe(path: Path) -> Description:
    import pyarrow as pa

    rows = 0
    warnings: list[str] = []
    with opened(path) as (text, encoding):
        values = _values(text)
        first = list(islice(values, _BATCH))
        names = names_of(first)
        profile = Profile(names)
        batch = first
        while batch:
            rows += len(batch)
            unlike = next((each for each in batch if not isinstance(each, dict) or set(each) - set(names)), None)
            if unlike is not None and not warnings:
                warnings.append(
                    "later lines have keys that the first 20,000 have not" if names else "lines are no objects"
                )
            if names:
                objects = [each if isinstance(each, dict) else {} for each in batch]
                profile.add([pa.array([cell(each.get(n)) for each in objects], pa.string()) for n in names])
            batch = list(islice(values, _BATCH))
    return Description(
        rows,
        profile.columns(),
        warnings=(*encoding.warnings, *warnings),
        preview=profile.preview,
        sampled=profile.looked_at,
    )


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    with opened(path) as (text, _):
        return frame_of(list(_values(text)))


FORMAT = Format(name="jsonl", order=19, matches=_matches, describe=_describe, read=_read, is_table=True)
