"""JSON values as tables: a list of objects, an object of columns, a list of plain values."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pipeline.verify.columns import storable
from pipeline.verify.format import ReadError

if TYPE_CHECKING:
    import pandas as pd

VALUE = "value"


def names_of(rows: Sequence[Any]) -> tuple[str, ...]:
    """The keys of a list of objects in the order in which they appear; none where not all are objects."""
    if not all(isinstance(row, dict) for row in rows):
        return ()
    return tuple(dict.fromkeys(str(key) for row in rows for key in row))


def cell(value: Any) -> str:
    """A value as text: strings as they are, nothing for null, all else as JSON."""
    if value is None:
        return ""
    if type(value) in (int, float):
        return repr(value)
    return storable(value) if isinstance(value, str) else json.dumps(value)


def frame_of(value: Any) -> "pd.DataFrame":
    """The table that a JSON value is. Raises ReadError for what is no table."""
    import pandas as pd

    columns = columns_of(value)
    if columns is None:
        raise ReadError(
            "the JSON value is neither a list of objects, nor columns of equal length, nor a list of values"
        )
    return pd.DataFrame({name: pd.Series(cells, dtype="str") for name, cells in columns.items()})


def columns_of(value: Any) -> dict[str, list[str]] | None:
    """The columns of a JSON value, or None where it is no table."""
    if isinstance(value, list) and value:
        names = names_of(value)
        if names:
            return {storable(name): [cell(row.get(name)) for row in value] for name in names}
        is_plain = not any(isinstance(each, dict | list) for each in value)
        return {VALUE: [cell(each) for each in value]} if is_plain else None
    if isinstance(value, dict) and _are_columns(list(value.values())):
        return {storable(str(name)): [cell(each) for each in cells] for name, cells in value.items()}
    return None


def _are_columns(values: list[Any]) -> bool:
    return all(isinstance(each, list) for each in values) and len({len(each) for each in values}) == 1


def at(value: Any, key: str | None) -> Any:
    """The value under a key, or under keys joined by `/`. Raises ReadError where there is none."""
    for part in (key or "").strip("/").split("/") if key else ():
        if not isinstance(value, dict) or part not in value:
            raise ReadError(f"there is no key {key!r}")
        value = value[part]
    return value
