"""The warehouse: what the pipeline found, unit by unit, for ever. `ddl.py` defines attempts and outcomes."""

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from schemas.base import Record
from schemas.endpoints import Budget
from schemas.errors import StalledError, UsageError
from schemas.outcome import Decision
from warehouse.commit import begin_attempt, commit_units, journal
from warehouse.compact import GRACE, Compacted, compact
from warehouse.faults import stalling, stalling_arrow, stalling_duckdb
from warehouse.ledger import CallLedger
from warehouse.manifest import Manifest
from warehouse.model import Breach, CommitReport, Unit
from warehouse.parts import quarantine_orphans

if TYPE_CHECKING:
    import duckdb

__all__ = ["Breach", "CommitReport", "Unit", "Warehouse"]

_RUN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_FOLDERS = ("data", "_staging", "_orphans")


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Warehouse:
    """Many processes may read and write at once. Faults of disk, lock or folder are StalledError; use as a context."""

    def __init__(self, root: Path, manifest: Manifest, read_only: bool, now: Callable[[], datetime]) -> None:
        self.root = root
        self.manifest = manifest
        self._read_only = read_only
        self._now = now
        self._attempts: dict[str, int] = {}

    @staticmethod
    def open(
        root: Path, read_only: bool = False, timeout: float = 30.0, now: Callable[[], datetime] = _utc_now
    ) -> "Warehouse":
        """Open, and create where there is none. `timeout` is how many seconds to wait for another writer's lock."""
        root = root.absolute()
        if read_only:
            with stalling(root, "read"):
                return Warehouse(root, Manifest.open(root, True, timeout), True, now)
        with stalling(root, "open"):
            for folder in _FOLDERS:
                (root / folder).mkdir(parents=True, exist_ok=True)
            manifest = _opened_alone(root, timeout)
            with manifest.writing():
                listed = frozenset(path for (path,) in manifest.rows("SELECT path FROM files"))
                quarantine_orphans(root, listed)
        return Warehouse(root, manifest, False, now)

    def __enter__(self) -> "Warehouse":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the manifest."""
        self.manifest.close()

    def known(self, unit_keys: Iterable[str]) -> frozenset[str]:
        """Those of the unit keys that are in the warehouse."""
        with stalling(self.root, "read"):
            return self.manifest.known(unit_keys)

    def load(self, unit_key: str) -> tuple[Record, ...]:
        """All records of a unit, table by table, the decision last. Raises StalledError if it is not there."""
        from warehouse.load import load_unit

        with stalling_arrow(self.root, "read"):
            return load_unit(self.manifest, self.root, unit_key)

    def decision(self, unit_key: str) -> Decision:
        """The decision of a unit, without reading its other records."""
        with stalling(self.root, "read"):
            return self.manifest.decision(unit_key)

    def begin_run(self, name: str | None, settings: Mapping[str, str]) -> str:
        """Start a run, or go on with the one of that name. Generated names sort by time."""
        self._check_writable()
        now = self._now()
        run = name or f"{now:%Y%m%dT%H%M%S}-{secrets.token_hex(2)}"
        if not _RUN_NAME.fullmatch(run):
            raise UsageError(
                f"{run!r} cannot be the name of a run", "use up to 80 letters, digits, dots, dashes and underscores"
            )
        with stalling(self.root, "write to"):
            self._attempts[run] = begin_attempt(self.manifest, run, dict(settings), now)
        return run

    def commit(self, run: str, units: Sequence[Unit]) -> CommitReport:
        """Gate, then write all sound units at once. Units that are there already are journaled and written once."""
        self._check_writable()
        attempt = self._attempt(run)
        wanted = {unit.unit_key: unit for unit in units}
        known = self.known(wanted)
        breaches = self._gate(attempt, [unit for key, unit in wanted.items() if key not in known])
        held = {breach.unit_key for breach in breaches}
        sound = [unit for key, unit in wanted.items() if key not in held]
        with stalling_arrow(self.root, "write to"):
            committed = commit_units(self.manifest, self.root, run, attempt, sound, self._now())
        there = [unit for unit in sound if unit.unit_key not in committed]
        self._reuse(attempt, [(unit.unit_key, unit.stage, unit.paper_id) for unit in there])
        return CommitReport(committed, tuple(unit.unit_key for unit in there), breaches)

    def reuse(self, run: str, unit_key: str, stage: str, paper_id: str) -> None:
        """Journal that a run stands on a unit that was there."""
        self._check_writable()
        self._reuse(self._attempt(run), [(unit_key, stage, paper_id)])

    def withdraw(self, run: str, unit_keys: Sequence[str]) -> None:
        """Take units out of a run that another unit of it stands for. They stay known, and can be reused."""
        attempt = self._attempt(run)
        for unit_key in unit_keys:
            self._execute("DELETE FROM journal WHERE attempt = ? AND unit_key = ?", (attempt, unit_key))

    def source(self, run: str, paper_id: str, name: str, sha256: str, duplicate_of: str | None = None) -> None:
        """Journal which file a paper came from; `duplicate_of` names the file that was taken in its stead."""
        row = (self._attempt(run), paper_id, name, sha256, duplicate_of, self._now().isoformat())
        self._execute("INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?)", row)

    def stall(self, run: str, paper_id: str, stage: str, message: str, detail: str = "") -> None:
        """Journal a fault of ours or of the world. It counts until the stage is committed or reused."""
        row = (self._attempt(run), "stall", paper_id, str(stage), None, None, message, detail, self._now().isoformat())
        self._execute("INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def ledger(self, run: str, budget: Budget) -> CallLedger:
        """Where a run writes down its calls to models, and what it may spend on them."""
        self._check_writable()
        return CallLedger(self.manifest, self.root, run, self._attempt(run), budget, self._now)

    def connect(self, with_calls: bool = True) -> "duckdb.DuckDBPyConnection":
        """DuckDB with a view per table over the state of this moment. Close it after use.

        `with_calls=False` leaves `model_calls` empty: copying many of them takes seconds.
        """
        from warehouse.views import connect

        with stalling_duckdb(self.root):
            return connect(self.manifest, self.root, with_calls)

    def compact(self, grace: timedelta = GRACE) -> Compacted:
        """Merge small files; delete replaced ones after the grace period."""
        self._check_writable()
        with stalling_arrow(self.root, "write to"):
            return compact(self.manifest, self.root, self._now(), grace)

    def _gate(self, attempt: int, units: Sequence[Unit]) -> tuple[Breach, ...]:
        if not units:
            return ()
        from warehouse.gates.runner import check

        breaches = check(units)
        if not breaches:
            return ()
        stages = {unit.unit_key: str(unit.stage) for unit in units}
        at = self._now().isoformat()
        rows = [
            (attempt, "gate_breach", b.paper_id, stages[b.unit_key], b.unit_key, b.table, b.expectation, b.detail, at)
            for b in breaches
        ]
        with stalling(self.root, "write to"), self.manifest.writing() as connection:
            connection.executemany("INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        return breaches

    def _reuse(self, attempt: int, units: Sequence[tuple[str, str, str]]) -> None:
        if units:
            with stalling(self.root, "write to"), self.manifest.writing() as connection:
                for unit_key, stage, paper_id in units:
                    journal(connection, attempt, unit_key, stage, paper_id, True, self._now())

    def _attempt(self, run: str) -> int:
        with stalling(self.root, "read"):
            return self._attempts.get(run) or self.manifest.attempt(run)

    def _execute(self, sql: str, row: tuple[object, ...]) -> None:
        self._check_writable()
        with stalling(self.root, "write to"), self.manifest.writing() as connection:
            connection.execute(sql, row)

    def _check_writable(self) -> None:
        if self._read_only:
            raise StalledError(f"the warehouse {self.root} was opened read-only", "open it for writing")


def _opened_alone(root: Path, timeout: float) -> Manifest:
    """Open the manifest while no other process creates it."""
    try:
        with FileLock(root / ".lock", timeout=timeout):
            return Manifest.open(root, False, timeout)
    except Timeout:
        raise StalledError(
            f"cannot open the warehouse {root}: another process holds its lock",
            "wait for the other run to end and try again",
        ) from None
