"""The commit protocol: all records of a batch become visible at once, each unit once, whoever else commits."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from schemas.paper import Paper
from warehouse.manifest import Manifest, Overtaken
from warehouse.model import DataPart, Unit
from warehouse.parts import Staged, stage, staging, sync_folders


def commit_units(
    manifest: Manifest, root: Path, run: str, attempt: int, units: Sequence[Unit], now: datetime
) -> tuple[str, ...]:
    """Write the units that are not there yet; returns their keys.

    The files are durable before the transaction starts, and in place before it ends. A process that dies before
    COMMIT leaves files that nobody lists; one that dies after it has lost nothing.
    """
    while True:
        known = manifest.known(unit.unit_key for unit in units)
        fresh = [unit for unit in units if unit.unit_key not in known]
        if not fresh:
            return ()
        try:
            with staging(root) as folder:
                staged = stage(folder, fresh, run, now)
                _publish(manifest, root, attempt, run, fresh, staged, now)
        except Overtaken:
            continue
        return tuple(unit.unit_key for unit in fresh)


def _publish(
    manifest: Manifest, root: Path, attempt: int, run: str, units: Sequence[Unit], staged: list[Staged], now: datetime
) -> None:
    with manifest.writing() as connection:
        if manifest.known(unit.unit_key for unit in units):
            raise Overtaken
        number = new_commit(connection, attempt, "append", now)
        for unit in units:
            _insert_unit(connection, unit, run, number, now)
            journal(connection, attempt, unit.unit_key, unit.stage, unit.paper_id, False, now)
        parts = [item.publish(root, number, number) for item in staged]
        list_parts(connection, parts)
        sync_folders(root, parts)


def new_commit(connection: sqlite3.Connection, attempt: int | None, kind: str, now: datetime) -> int:
    """Number a commit."""
    row = (attempt, kind, now.isoformat())
    cursor = connection.execute("INSERT INTO commits (attempt, kind, committed_at) VALUES (?, ?, ?)", row)
    return int(cursor.lastrowid or 0)


def list_parts(connection: sqlite3.Connection, parts: Sequence[DataPart]) -> None:
    """List files in the manifest."""
    rows = [(p.path, p.table, p.run, p.low_commit, p.high_commit, p.rows, p.schema_version) for p in parts]
    connection.executemany("INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL)", rows)


def journal(
    connection: sqlite3.Connection, attempt: int, unit_key: str, stage: str, paper_id: str, reused: bool, now: datetime
) -> None:
    """Note that an attempt stands on a unit. The first note stays."""
    row = (attempt, unit_key, str(stage), paper_id, int(reused), now.isoformat())
    connection.execute("INSERT OR IGNORE INTO journal VALUES (?, ?, ?, ?, ?, ?)", row)


def _insert_unit(connection: sqlite3.Connection, unit: Unit, run: str, commit: int, now: datetime) -> None:
    (decision,) = unit.decisions
    papers = [record for record in unit.records if isinstance(record, Paper)]
    source = papers[0].source.sha256 if papers else None
    head = (unit.unit_key, str(unit.stage), unit.paper_id, run, commit, now.isoformat(), unit.seconds, source)
    tail = (str(decision.call), decision.rule, decision.category, decision.reason, decision.model_dump_json())
    connection.execute(f"INSERT INTO units VALUES ({', '.join('?' * 13)})", (*head, *tail))
    for paper in papers:
        identity = (paper.paper_id, paper.doi, paper.title)
        connection.execute("INSERT OR REPLACE INTO identities VALUES (?, ?, ?)", identity)


def begin_attempt(manifest: Manifest, run: str, settings: dict[str, str], now: datetime) -> int:
    """Start a run, or go on with it."""
    with manifest.writing() as connection:
        row = (run, now.isoformat(), json.dumps(settings, sort_keys=True))
        cursor = connection.execute("INSERT INTO attempts (run, started_at, settings) VALUES (?, ?, ?)", row)
        return int(cursor.lastrowid or 0)
