"""JSON in one value. Up to 32 MiB it is read whole; of a longer one only the first values are looked at."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.verify.columns import describe_column, storable
from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.json_tables import at, columns_of, frame_of
from pipeline.verify.text import decode, first_lines, looks_like_text, read_text
from schemas.data import Column
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

_WHOLE = 32 * 2**20
_HEAD = 2**20
_KEYS = 1000
_BETWEEN = re.compile(r"[\s,]*")
_FAULTS = (json.JSONDecodeError, RecursionError, ValueError)


def _matches(head: bytes, name: str) -> bool:
    if not looks_like_text(head):
        return False
    lines = first_lines(head, 1)
    start = lines[0].lstrip()[:1] if lines else ""
    return start == "{" or (start == "[" and name.lower().endswith((".json", ".jsonl", ".ndjson")))


def _load(text: str) -> Any:
    """One value, or one per line where the lines are too long for `jsonl` to see two of them."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        pass
    except _FAULTS as error:
        raise ReadError(f"not JSON: {error}") from error
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except _FAULTS as error:
        raise ReadError(f"not JSON: {error}") from error


def _describe(path: Path) -> Description:
    if path.stat().st_size > _WHOLE:
        return _sample(path)
    text, warnings = read_text(path)
    value = _load(text)
    columns = columns_of(value)
    preview = (storable(" ".join(text[:200].split())),)
    if columns is None:
        rows = len(value) if isinstance(value, list) else None
        return Description(rows, _keys(value), warnings=warnings, preview=preview)
    found = tuple(describe_column(name, cells) for name, cells in columns.items())
    return Description(len(next(iter(columns.values()))), found, warnings=warnings, preview=preview)


def _sample(path: Path) -> Description:
    """The values of a list that stand whole in the first MiB."""
    with path.open("rb") as file:
        text, _ = decode(file.read(_HEAD))
    decoder, values = json.JSONDecoder(), []
    position = text.find("[") + 1 if text.lstrip().startswith("[") else len(text)
    while (start := _BETWEEN.match(text, position)) and start.end() < len(text):
        try:
            value, position = decoder.raw_decode(text, start.end())
        except _FAULTS:
            break
        values.append(value)
    columns = columns_of(values) or {}
    found = tuple(describe_column(name, cells) for name, cells in columns.items())
    warning = f"larger than {_WHOLE} bytes: only the first {len(values)} values were looked at"
    return Description(None, found, warnings=(warning,), preview=(storable(text[:200]),), sampled=len(values))


def _keys(value: Any) -> tuple[Column, ...]:
    """The keys of an object; of lists the length, of objects their own keys one level down."""
    if not isinstance(value, dict):
        return ()
    found = []
    for key, item in list(value.items())[:_KEYS]:
        inner = [(f"{key}/{name}", each) for name, each in item.items()] if isinstance(item, dict) else []
        found += [_key(name, each) for name, each in ([(key, item), *inner])]
    return tuple(found[:_KEYS])


def _key(name: str, item: Any) -> Column:
    is_list = isinstance(item, list)
    return Column(name=storable(str(name)), dtype=f"list[{len(item)}]" if is_list else type(item).__name__)


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    text, _ = read_text(path)
    return frame_of(at(_load(text), options.key))


FORMAT = Format(name="json", order=20, matches=_matches, describe=_describe, read=_read, is_table=True)
