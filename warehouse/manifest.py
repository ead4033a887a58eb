"""The manifest: which files and units exist, and what every run stood on. One SQLite file in WAL mode."""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from schemas.errors import StalledError, UsageError
from schemas.outcome import Decision
from schemas.tables import TABLES
from warehouse.ddl import MIGRATIONS, MODEL_CALLS, SCHEMA, VERSION
from warehouse.model import DataPart

_PART_COLUMNS = "path, table_name, run, low_commit, high_commit, rows, schema_version"
_CHUNK = 500


class Overtaken(Exception):
    """Another process did in the meantime what this transaction was about to do."""


class Manifest:
    """A connection to `manifest.sqlite`. Safe to share between threads: calls take turns."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._turn = threading.RLock()

    @classmethod
    def open(cls, root: Path, read_only: bool, timeout: float) -> "Manifest":
        """Open or create. Raises UsageError where a reader finds no warehouse, StalledError where it is newer."""
        path = root / "manifest.sqlite"
        if read_only and not path.exists():
            raise UsageError(f"there is no warehouse in {root}", "run `papergym run` first, or set `var`")
        connection = _reader(path, timeout) if read_only else _writer(path, timeout)
        _check_version(connection, root)
        return cls(connection)

    def close(self) -> None:
        """Close the connection."""
        with self._turn:
            self._connection.close()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self._turn:
            return self._connection.execute(sql, values).fetchall()

    def relation(self, view: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """A table or view as column names and rows."""
        with self._turn:
            cursor = self._connection.execute(f"SELECT * FROM {view}")
            return [column[0] for column in cursor.description], cursor.fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that holds the write lock from its start; rolled back when an exception leaves it."""
        with self._turn:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Several reads of one state."""
        with self._turn:
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("COMMIT")

    def known(self, unit_keys: Iterable[str]) -> frozenset[str]:
        """Those of the keys that are there."""
        keys = list(dict.fromkeys(unit_keys))
        found: list[tuple[Any, ...]] = []
        for start in range(0, len(keys), _CHUNK):
            chunk = keys[start : start + _CHUNK]
            found += self.rows(f"SELECT unit_key FROM units WHERE unit_key IN ({_marks(chunk)})", chunk)
        return frozenset(key for (key,) in found)

    def decision(self, unit_key: str) -> Decision:
        """The decision of a unit. Raises StalledError if the unit is not there."""
        found = self.rows("SELECT decision FROM units WHERE unit_key = ?", (unit_key,))
        if not found:
            raise StalledError(f"the warehouse has no unit {unit_key!r}", "run the paper again")
        return Decision.model_validate_json(found[0][0])

    def parts(self, table: str | None = None) -> list[DataPart]:
        """The files in force, in the order of their commits."""
        where = "" if table is None else " AND table_name = ?"
        values = () if table is None else (table,)
        sql = f"SELECT {_PART_COLUMNS} FROM files WHERE removed_in IS NULL{where} ORDER BY low_commit, path"
        return [DataPart(*row) for row in self.rows(sql, values)]

    def parts_of(self, unit_keys: Sequence[str]) -> list[DataPart]:
        """The files that hold the records of some units."""
        sql = (
            f"SELECT DISTINCT {', '.join('f.' + name.strip() for name in _PART_COLUMNS.split(','))} FROM files f "
            "JOIN units u ON f.run = u.run AND u.commit_id BETWEEN f.low_commit AND f.high_commit "
            f"WHERE f.removed_in IS NULL AND u.unit_key IN ({_marks(unit_keys)}) ORDER BY f.low_commit, f.path"
        )
        return [DataPart(*row) for row in self.rows(sql, unit_keys)]

    def attempt(self, run: str) -> int:
        """The latest attempt of a run. Raises UsageError where there is no such run."""
        found = self.rows("SELECT max(id) FROM attempts WHERE run = ?", (run,))[0][0]
        if found is None:
            names = [name for (name,) in self.rows("SELECT run FROM runs ORDER BY last_attempt DESC LIMIT 5")]
            raise UsageError(f"there is no run {run!r}", f"the latest runs: {', '.join(names) or 'none'}")
        return int(found)


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def _writer(path: Path, timeout: float) -> sqlite3.Connection:
    connection = _connect(f"file:{quote(str(path))}", timeout)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if _version(connection) == 0:
        connection.executescript(SCHEMA)
    while (found := _version(connection)) in MIGRATIONS:
        connection.executescript(MIGRATIONS[found])
    return connection


def _reader(path: Path, timeout: float) -> sqlite3.Connection:
    """A reader takes part in the write-ahead log. In a folder that it cannot write to, it reads the file as it stands,
    unless the log holds commits that the file does not have yet."""
    address = f"file:{quote(str(path))}?mode=ro"
    connection = _connect(address, timeout)
    try:
        connection.execute("SELECT count(*) FROM attempts")
    except sqlite3.OperationalError as error:
        connection.close()
        if "locked" in str(error) or _has_writes_aside(path):
            raise
        connection = _connect(f"{address}&immutable=1", timeout)
    if _version(connection) < 2:  # a reader cannot migrate: it sees the tables to come, empty
        connection.executescript(MODEL_CALLS.replace("CREATE ", "CREATE TEMP "))
    return connection


def _has_writes_aside(path: Path) -> bool:
    aside = path.with_name(f"{path.name}-wal")
    return aside.exists() and aside.stat().st_size > 0


def _connect(address: str, timeout: float) -> sqlite3.Connection:
    return sqlite3.connect(address, uri=True, timeout=timeout, isolation_level=None, check_same_thread=False)


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _check_version(connection: sqlite3.Connection, root: Path) -> None:
    """Refuse a warehouse that a newer papergym wrote: reading it as ours could show wrong rows."""
    found = _version(connection)
    newer = [f"manifest {found}"] if found > VERSION else []
    if not newer:
        files = connection.execute("SELECT table_name, max(schema_version) FROM files GROUP BY table_name")
        newer = [f"{name} {version}" for name, version in files if name not in TABLES or version > TABLES[name].version]
    if newer:
        raise StalledError(
            f"the warehouse {root} was written by a newer papergym ({', '.join(newer)})",
            "update papergym, or set another `var` folder",
        )
