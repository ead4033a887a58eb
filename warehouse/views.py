"""DuckDB over the files that the manifest lists: one view per table, and one per list inside a table."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.base import Record
from schemas.outcome import Stage
from schemas.tables import TABLES
from schemas.task import Algorithm, Metric, Score, Setting
from warehouse.agreement import agreement_sql
from warehouse.arrow import BASE
from warehouse.ddl import PUBLIC_VIEWS
from warehouse.manifest import Manifest
from warehouse.model import DataPart
from warehouse.shape import Kind, Shape, shape_of

if TYPE_CHECKING:
    import duckdb

_SQL_TYPES = {
    Kind.STRING: "VARCHAR",
    Kind.INTEGER: "BIGINT",
    Kind.FLOAT: "DOUBLE",
    Kind.BOOLEAN: "BOOLEAN",
    Kind.DATE: "DATE",
    Kind.TIMESTAMP: "TIMESTAMPTZ",
}
_UNITS = "SELECT unit_key, stage, paper_id, run, committed_at, seconds, call, rule, category, reason FROM units"
_SOURCES = (
    "SELECT a.run, s.attempt, s.paper_id, s.name, s.sha256, s.duplicate_of, s.at FROM sources s "
    "JOIN attempts a ON a.id = s.attempt"
)
AMENDABLE = (Algorithm, Setting, Metric, Score)
_TIMES = {"at", "started_at", "last_started_at", "committed_at"}
_NUMBERS = {"attempt", "attempts", "last_attempt", "papers"} | {
    *("number", "prompt_version", "tokens_in", "tokens_out", "tokens_cached", "retries")
}
_FLOATS = {"seconds", "cost"}
_FLAGS = {"reused", "cleared"}


def sql_type(shape: Shape) -> str:
    """The DuckDB type of a shape, the same that a reader of the Parquet file sees."""
    if shape.item is not None:
        return f"{sql_type(shape.item)}[]"
    if shape.kind is Kind.STRUCT:
        return f"STRUCT({', '.join(f'{_quoted(name)} {sql_type(field)}' for name, field in shape.fields)})"
    return _SQL_TYPES[shape.kind]


def new_connection() -> "duckdb.DuckDBPyConnection":
    """An in-memory DuckDB that writes no temporary files, installs nothing and tells times in UTC."""
    import duckdb

    options: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "temp_directory": "",
        "TimeZone": "UTC",
    }
    return duckdb.connect(":memory:", config=options)


def connect(manifest: Manifest, root: Path, with_calls: bool = True) -> "duckdb.DuckDBPyConnection":
    """All views over one state of the warehouse. Copying the calls to models takes seconds where there are many."""
    connection = new_connection()
    with manifest.snapshot():
        parts = manifest.parts()
        for view in PUBLIC_VIEWS:
            is_left_out = view == "model_calls" and not with_calls
            _copy(connection, view, *manifest.relation(f"{view} WHERE false" if is_left_out else view))
        _copy(connection, "units", *manifest.relation(f"({_UNITS})"))
        _copy(connection, "sources", *manifest.relation(f"({_SOURCES})"))
        _copy(connection, "latest_units", *manifest.relation("latest_units"))
    for table, record in TABLES.items():
        define_all(connection, root, record, [part for part in parts if part.table == table])
    for table, record in TABLES.items():
        connection.execute(f"CREATE VIEW {table} AS {_latest(record)}")
        for statement in _list_views(record):
            connection.execute(statement)
    connection.execute(f"CREATE VIEW agreement AS {agreement_sql('findings')}")
    return connection


def _latest(record: type[Record]) -> str:
    """The rows of the latest units. Of a task tuple that was amended, the records as they are now."""
    rows = f"SELECT * FROM all_{record.table} t WHERE unit_key IN (SELECT unit_key FROM latest_units)"
    if record not in AMENDABLE:
        return rows
    own = ", ".join(f"t.{_quoted(name)}" for name in record.key if name != "paper_id")
    removed = (
        "SELECT 1 FROM all_amendments a WHERE a.unit_key IN (SELECT unit_key FROM latest_units) AND a.is_removed "
        f"AND a.record = '{record.table}' AND a.paper_id = t.paper_id AND a.record_key = [{own}]::VARCHAR[]"
    )
    key = ", ".join(f"t.{_quoted(name)}" for name in record.key)
    newest = f"row_number() OVER (PARTITION BY {key} ORDER BY unit_key LIKE '{Stage.REVIEW}:%' DESC) = 1"
    return f"{rows} AND NOT EXISTS ({removed}) QUALIFY {newest}"


def define_all(
    connection: "duckdb.DuckDBPyConnection", root: Path, record: type[Record], parts: Sequence[DataPart]
) -> None:
    """The view `all_<table>`: an empty typed row set first, so the columns are right whatever the files hold."""
    fields = (*BASE, *shape_of(record).fields)
    columns = ", ".join(f"NULL::{sql_type(shape)} AS {_quoted(name)}" for name, shape in fields)
    query = f"SELECT {columns} WHERE false"
    if parts:
        paths = ", ".join(_text(str(root / part.path)) for part in parts)
        read = f"read_parquet([{paths}], union_by_name=true, hive_partitioning=false)"
        query = f"{query} UNION ALL BY NAME SELECT * FROM {read}"
    connection.execute(f"CREATE VIEW all_{record.table} AS {query}")


def _list_views(record: type[Record]) -> Iterator[str]:
    """A view per list, with the record's key and the place in the list: `scores_evidence`, `papers_tables_cells`."""
    key = ["unit_key", *record.key]
    yield from _unnested(record.table, key, shape_of(record))


def _unnested(parent: str, key: list[str], shape: Shape) -> Iterator[str]:
    for name, field in shape.fields:
        if field.item is None:
            continue
        view, place, column = f"{parent}_{name}", f"{name}_position", _quoted(name)
        kept = ", ".join(_quoted(part) for part in key)
        unnested = f"unnest({column}) AS item, generate_subscripts({column}, 1) AS {place}"
        value = "item AS value"
        if field.item.kind is Kind.STRUCT:
            names = [inner for inner, _ in field.item.fields]
            value = ", ".join(f"item.{_quoted(inner)} AS {_quoted(_free(inner, key))}" for inner in names)
        yield f"CREATE VIEW {view} AS SELECT {kept}, {place}, {value} FROM (SELECT {kept}, {unnested} FROM {parent})"
        yield from _unnested(view, [*key, place], field.item)


def _free(name: str, key: Sequence[str]) -> str:
    """A column name that is not among the key columns."""
    return f"item_{name}" if name in key else name


def _copy(
    connection: "duckdb.DuckDBPyConnection", name: str, columns: Sequence[str], rows: Sequence[tuple[object, ...]]
) -> None:
    """A relation of the manifest as a table, filled column by column."""
    types = [_column_type(column) for column in columns]
    definition = ", ".join(f"{_quoted(column)} {kind}" for column, kind in zip(columns, types, strict=True))
    connection.execute(f"CREATE TABLE {name} ({definition})")
    if rows:
        values = [list(column) for column in zip(*rows, strict=True)]
        lists = ", ".join(f"unnest(${place}::{_bare(kind)}[])" for place, kind in enumerate(types, start=1))
        connection.execute(f"INSERT INTO {name} SELECT {lists}", values)


def _bare(kind: str) -> str:
    """Times travel as text and become times in the table."""
    return "VARCHAR" if kind == "TIMESTAMPTZ" else kind


def _column_type(name: str) -> str:
    if name in _TIMES:
        return "TIMESTAMPTZ"
    if name in _NUMBERS:
        return "BIGINT"
    if name in _FLAGS:
        return "BOOLEAN"
    return "DOUBLE" if name in _FLOATS else "VARCHAR"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
