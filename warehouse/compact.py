"""Compaction: the many small files of a table and run become one. Readers keep what they opened for a grace period."""

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from warehouse.commit import list_parts, new_commit
from warehouse.manifest import Manifest, Overtaken
from warehouse.model import DataPart
from warehouse.parts import Staged, staging, sync_folders, write

GRACE = timedelta(hours=1)


@dataclass(frozen=True)
class Compacted:
    """How many files were merged into how many, and how many old ones were deleted."""

    merged: int
    written: int
    deleted: int


def compact(manifest: Manifest, root: Path, now: datetime, grace: timedelta = GRACE) -> Compacted:
    """Merge what can be merged, and delete files that were replaced longer ago than `grace`."""
    groups: dict[tuple[str, str, int], list[DataPart]] = defaultdict(list)
    for part in manifest.parts():
        groups[part.table, part.run, part.schema_version].append(part)
    many = [parts for parts in groups.values() if len(parts) > 1]
    done = [parts for parts in many if _merge(manifest, root, parts, now)]
    return Compacted(sum(map(len, done)), len(done), _delete_old(manifest, root, now - grace))


def _merge(manifest: Manifest, root: Path, parts: Sequence[DataPart], now: datetime) -> bool:
    """Merge files of one table and run; False if another process did it first."""
    low, high = min(part.low_commit for part in parts), max(part.high_commit for part in parts)
    with staging(root) as folder:
        merged = _written_as_one(folder, root, parts)
        try:
            with manifest.writing() as connection:
                _retire(connection, parts, now)
                whole = merged.publish(root, low, high)
                list_parts(connection, [whole])
                sync_folders(root, [whole])
        except Overtaken:
            return False
    return True


def _retire(connection: sqlite3.Connection, parts: Sequence[DataPart], now: datetime) -> None:
    number = new_commit(connection, None, "compaction", now)
    sql = "UPDATE files SET removed_in = ?, removed_at = ? WHERE path = ? AND removed_in IS NULL"
    rows = [(number, now.isoformat(), part.path) for part in parts]
    if connection.executemany(sql, rows).rowcount != len(parts):
        raise Overtaken


def _written_as_one(folder: Path, root: Path, parts: Sequence[DataPart]) -> Staged:
    import pyarrow as pa
    import pyarrow.parquet as pq

    first = parts[0]
    content = pa.concat_tables([pq.read_table(root / part.path, partitioning=None) for part in parts])
    return write(folder, content, first.table, first.run, first.schema_version)


def _delete_old(manifest: Manifest, root: Path, before: datetime) -> int:
    """Delete the bytes first: a listed file that is gone harms nobody once it is out of force."""
    sql = "SELECT path FROM files WHERE removed_at < ?"
    paths = [path for (path,) in manifest.rows(sql, (before.isoformat(),))]
    for path in paths:
        (root / path).unlink(missing_ok=True)
    if paths:
        with manifest.writing() as connection:
            connection.executemany("DELETE FROM files WHERE path = ?", [(path,) for path in paths])
    return len(paths)
