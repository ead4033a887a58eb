"""Records as Arrow tables and back. The schema derives from pydantic, so it cannot drift from the records."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from math import isnan
from typing import TYPE_CHECKING, Any

from schemas.base import Record
from warehouse.shape import Kind, Shape, shape_of

if TYPE_CHECKING:
    import pyarrow as pa

_LONG_NUMBER = re.compile(r"\d{19}")

BASE: tuple[tuple[str, Shape], ...] = (
    ("unit_key", Shape(Kind.STRING)),
    ("run", Shape(Kind.STRING)),
    ("committed_at", Shape(Kind.TIMESTAMP)),
    ("schema_version", Shape(Kind.INTEGER)),
)
"""The columns that the warehouse adds in front of every record's own."""


def arrow_type(shape: Shape) -> "pa.DataType":
    """The Arrow type of a shape. Timestamps are microseconds in UTC."""
    import pyarrow as pa

    if shape.item is not None:
        return pa.list_(pa.field("element", arrow_type(shape.item), nullable=shape.item.nullable))
    if shape.kind is Kind.STRUCT:
        return pa.struct(_fields(shape.fields))
    scalars = {
        Kind.STRING: pa.string(),
        Kind.INTEGER: pa.int64(),
        Kind.FLOAT: pa.float64(),
        Kind.BOOLEAN: pa.bool_(),
        Kind.DATE: pa.date32(),
        Kind.TIMESTAMP: pa.timestamp("us", tz="UTC"),
    }
    return scalars[shape.kind]


def _fields(fields: Iterable[tuple[str, Shape]]) -> "list[pa.Field]":
    import pyarrow as pa

    return [pa.field(name, arrow_type(shape), nullable=shape.nullable) for name, shape in fields]


@cache
def arrow_schema(record: type[Record]) -> "pa.Schema":
    """The schema of a table: the base columns, then the record's fields in their order."""
    import pyarrow as pa

    metadata = {"table": record.table, "schema_version": str(record.version)}
    return pa.schema(_fields(BASE) + _fields(shape_of(record).fields), metadata=metadata)


def to_table(
    record: type[Record], rows: Sequence[tuple[str, Record]], run: str = "", committed_at: datetime | None = None
) -> "pa.Table":
    """Rows (unit key, record) of one record type as a table. Raises ValueError for what `unstorable` names."""
    import pyarrow as pa

    base = {"run": run, "committed_at": committed_at, "schema_version": record.version}
    for _, row in rows:
        if problem := unstorable(row):
            raise ValueError(f"{record.table}: {problem}")
    values = [{"unit_key": key, **base, **row.model_dump()} for key, row in rows]
    return pa.Table.from_pylist(values, schema=arrow_schema(record))


def to_records(record: type[Record], table: "pa.Table") -> list[tuple[str, Record]]:
    """Rows of a table as (unit key, record), validated. A column that an older file lacks takes its default."""
    names = {name for name, _ in BASE} - set(record.model_fields)
    keys = table.column("unit_key").to_pylist()
    rows = table.drop_columns([name for name in table.column_names if name in names]).to_pylist()
    return [(key, record.model_validate(row)) for key, row in zip(keys, rows, strict=True)]


def unstorable(record: Record) -> str | None:
    """Why a record cannot be kept as it is: a NaN, or an integer of more than 64 bits. None if it can."""
    text = record.model_dump_json()  # fast; the slow walk is only for records that may hold one
    if "NaN" not in text and not _LONG_NUMBER.search(text):
        return None
    return next(_problems(record.model_dump(), ""), None)


def _problems(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _problems(item, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _problems(item, f"{path}[{index}]")
    elif isinstance(value, float) and isnan(value):
        yield f"{path} is not a number"
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        yield f"{path} = {value} does not fit 64 bits"
