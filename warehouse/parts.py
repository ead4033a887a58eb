"""Files of the warehouse: written aside, made durable, then moved into place in one step."""

import os
import secrets
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from schemas.base import Record
from schemas.tables import TABLES
from warehouse.arrow import to_table
from warehouse.model import DataPart, Unit

if TYPE_CHECKING:
    import pyarrow as pa

_GROUP_BYTES = 1_000_000  # a unit is read alone: small row groups let a reader skip the others


@dataclass(frozen=True)
class Staged:
    """A durable file that is not in place yet."""

    path: Path
    table: str
    run: str
    rows: int
    schema_version: int

    def publish(self, root: Path, low: int, high: int) -> DataPart:
        """Move into place; the name tells the commit. The caller lists the part in the manifest."""
        name = f"data/{self.table}/run={self.run}/part-{high:08d}-{secrets.token_hex(4)}.parquet"
        target = root / name
        _make_folder(target.parent)
        self.path.rename(target)
        return DataPart(name, self.table, self.run, low, high, self.rows, self.schema_version)


@contextmanager
def staging(root: Path) -> Iterator[Path]:
    """A folder of this process alone. Its lock dies with the process, so what is left behind can be told apart."""
    folder = root / "_staging" / secrets.token_hex(8)
    lock = FileLock(folder.with_suffix(".lock"))
    with lock:
        folder.mkdir()
        try:
            yield folder
        finally:
            rmtree(folder, ignore_errors=True)
    Path(lock.lock_file).unlink(missing_ok=True)


def stage(folder: Path, units: Sequence[Unit], run: str, committed_at: datetime) -> list[Staged]:
    """Write the records of some units, one file per table, and make them durable."""
    by_table: dict[str, list[tuple[str, Record]]] = defaultdict(list)
    for unit in units:
        for record in unit.records:
            by_table[record.table].append((unit.unit_key, record))
    return [
        write(folder, to_table(TABLES[table], rows, run, committed_at), table, run, TABLES[table].version)
        for table, rows in by_table.items()
    ]


def write(folder: Path, content: "pa.Table", table: str, run: str, version: int) -> Staged:
    """Write one table as zstd Parquet and flush it to the disk."""
    import pyarrow.parquet as pq

    path = folder / f"{table}-{run}-{version}.parquet"
    group = max(1, content.num_rows * _GROUP_BYTES // max(content.nbytes, 1))
    with path.open("wb") as file:
        pq.write_table(content, file, compression="zstd", row_group_size=group)
        file.flush()
        os.fsync(file.fileno())
    return Staged(path, table, run, content.num_rows, version)


def sync_folders(root: Path, parts: Sequence[DataPart]) -> None:
    """Make the names of new files durable."""
    for folder in {(root / part.path).parent for part in parts}:
        _sync(folder)


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        _sync(folder.parent)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def quarantine_orphans(root: Path, listed: frozenset[str]) -> tuple[str, ...]:
    """Move files that no commit lists, and staging of dead processes, to `_orphans`. Returns their names.

    The caller holds the write lock of the manifest: no other process is between moving a file and listing it.
    """
    files = (path for path in (root / "data").rglob("*.parquet") if path.relative_to(root).as_posix() not in listed)
    staged = (folder for folder in (root / "_staging").iterdir() if folder.is_dir() and _is_abandoned(folder))
    orphans = [*files, *staged]
    for path in orphans:
        with suppress(FileNotFoundError):  # its process ended properly just now
            path.rename(root / "_orphans" / f"{secrets.token_hex(4)}-{path.name}")
    return tuple(path.relative_to(root).as_posix() for path in orphans)


def _is_abandoned(folder: Path) -> bool:
    lock = FileLock(folder.with_suffix(".lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return False
    lock.release()
    Path(lock.lock_file).unlink(missing_ok=True)
    return True
