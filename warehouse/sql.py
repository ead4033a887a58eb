"""SQL for anyone, read-only: one SELECT over the views, with the file system and the configuration locked."""

from typing import TYPE_CHECKING, Any

from schemas.errors import UsageError

if TYPE_CHECKING:
    import duckdb

    from warehouse.store import Warehouse

ROW_CAP = 10_000
_VIEWS = (
    "a table by its name, `all_<table>` with the rows of every run, `<table>_<list>`, outcomes, run_units, runs, "
    "model_calls"
)


def query(warehouse: "Warehouse", text: str, limit: int = ROW_CAP) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """Column names and at most `limit` rows. Raises UsageError for a bad query or anything but one SELECT."""
    import duckdb

    with warehouse.connect(with_calls="model_calls" in text.lower()) as connection:
        # also files that a compaction replaced meanwhile: the views may still stand on them
        paths = [str(warehouse.root / path) for (path,) in warehouse.manifest.rows("SELECT path FROM files")]
        _lock(connection, paths)
        try:
            _check(connection, text)
            cursor = connection.execute(text)
            return tuple(column[0] for column in cursor.description or ()), cursor.fetchmany(limit)
        except duckdb.Error as error:
            raise UsageError(f"SQL: {_first_lines(error)}", f"views: {_VIEWS}; `SHOW TABLES` lists them") from error


def _lock(connection: "duckdb.DuckDBPyConnection", files: list[str]) -> None:
    """From here on DuckDB may read our files and nothing else, and may not be told otherwise."""
    listed = ", ".join("'" + name.replace("'", "''") + "'" for name in files)
    connection.execute(f"SET allowed_paths = [{listed}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _check(connection: "duckdb.DuckDBPyConnection", text: str) -> None:
    """Allowed paths may be written as well as read, so only a SELECT gets through (SHOW and DESCRIBE are selects)."""
    import duckdb

    statements = connection.extract_statements(text)
    if len(statements) != 1:
        raise UsageError(f"{len(statements)} statements given", "ask one question at a time")
    kind = statements[0].type
    if kind != duckdb.StatementType.SELECT:
        raise UsageError(f"{kind.name} is not allowed: the warehouse is read-only here", "use SELECT, SHOW or DESCRIBE")


def _first_lines(error: Exception) -> str:
    return " ".join(line.strip() for line in str(error).splitlines()[:2] if line.strip())
