"""JSON, one value or one per line."""

import json
from pathlib import Path
from typing import Any

from pipeline.verify.columns import describe_column, storable
from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.text import first_lines, looks_like_text, read_text
from schemas.data import Column


def _matches(head: bytes, name: str) -> bool:
    if not looks_like_text(head):
        return False
    lines = first_lines(head, 1)
    start = lines[0].lstrip()[:1] if lines else ""
    return start == "{" or (start == "[" and name.lower().endswith((".json", ".jsonl", ".ndjson")))


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def _describe(path: Path) -> Description:
    text, warnings = read_text(path)
    try:
        value = _load(text)
    except (json.JSONDecodeError, RecursionError, ValueError) as error:
        raise ReadError(f"not JSON: {error}") from error
    if isinstance(value, list):
        return Description(len(value), _columns(value), warnings=warnings)
    return Description(None, _keys(value), warnings=warnings)


def _columns(rows: list[Any]) -> tuple[Column, ...]:
    if not all(isinstance(row, dict) for row in rows):
        return ()
    names = dict.fromkeys(str(key) for row in rows for key in row)
    return tuple(describe_column(name, [_text(row.get(name)) for row in rows]) for name in names)


def _keys(value: Any) -> tuple[Column, ...]:
    if not isinstance(value, dict):
        return ()
    return tuple(Column(name=storable(str(key)), dtype=type(item).__name__) for key, item in value.items())


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


FORMAT = Format(name="json", order=20, matches=_matches, describe=_describe)
