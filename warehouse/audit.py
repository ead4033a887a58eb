"""Everything the warehouse knows of one paper in one run, as data. Rendering is left to whoever asks."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from schemas.base import Part, Record
from schemas.claims import UngroundedClaim
from schemas.data import DataCheck, DataComponent, DataFile, LinkCheck, Recipe
from schemas.errors import UsageError
from schemas.outcome import Decision, Outcome, Stage
from schemas.pack import Pack, PackCheck
from schemas.review import Amendment, Finding
from schemas.screening import Verdict
from schemas.task import Algorithm, Metric, Score, Setting
from warehouse.faults import stalling, stalling_duckdb
from warehouse.lookup import find_paper
from warehouse.manifest import Manifest
from warehouse.shape import Shape, shape_of

if TYPE_CHECKING:
    import duckdb

    from warehouse.store import Warehouse

R = TypeVar("R", bound=Record)


class SourceUse(Part):
    """A file the paper came from; `duplicate_of` names the file that was taken in its stead."""

    name: str
    sha256: str
    duplicate_of: str | None = None


class StageAudit(Part):
    """One stage: its decision, the unit it stands on, and whether this run made it (`reused` is false).

    `made_in` is the run that made the unit, `seconds` how long that took; `at` is when this run came by.
    """

    stage: Stage
    unit_key: str
    reused: bool
    made_in: str
    committed_at: datetime
    at: datetime
    seconds: float | None
    decision: Decision


class Fault(Part):
    """A stall or a gate breach: ours or the world's, never the paper's. `cleared` once the stage was committed."""

    kind: str
    stage: Stage
    message: str
    detail: str
    at: datetime
    cleared: bool


class Audit(Part):
    """One paper in one run. `outcome` is None while the paper is under way. A later stage's record replaces an earlier
    one with the same key."""

    paper_id: str
    doi: str | None
    title: str
    run: str
    other_runs: tuple[str, ...]
    outcome: Outcome | None
    stage: Stage | None
    rule: str | None
    category: str | None
    reason: str
    sources: tuple[SourceUse, ...]
    stages: tuple[StageAudit, ...]
    faults: tuple[Fault, ...]
    verdicts: tuple[Verdict, ...]
    link_checks: tuple[LinkCheck, ...]
    algorithms: tuple[Algorithm, ...]
    settings: tuple[Setting, ...]
    metrics: tuple[Metric, ...]
    scores: tuple[Score, ...]
    data_components: tuple[DataComponent, ...]
    ungrounded_claims: tuple[UngroundedClaim, ...]
    findings: tuple[Finding, ...]
    amendments: tuple[Amendment, ...]
    data_files: tuple[DataFile, ...]
    recipes: tuple[Recipe, ...]
    data_checks: tuple[DataCheck, ...]
    packs: tuple[Pack, ...]
    pack_checks: tuple[PackCheck, ...]


def audit(warehouse: "Warehouse", paper: str, run: str | None = None) -> Audit:
    """Audit a paper, by id, DOI, file, file name or the start of an id; in the latest run it was in, if none is given.

    Raises UsageError where no such paper or run is known.
    """
    manifest = warehouse.manifest
    with stalling(warehouse.root, "read"), manifest.snapshot():
        paper_id = find_paper(manifest, paper)
        head = _head(manifest, paper_id, run)
        stages = _stages(manifest, head["run"], paper_id)
    with stalling_duckdb(warehouse.root):
        return Audit(**head, stages=stages, **_records(manifest, warehouse.root, [s.unit_key for s in stages]))


def _head(manifest: Manifest, paper_id: str, run: str | None) -> dict[str, Any]:
    sql = "SELECT run, outcome, stage, rule, category, reason FROM outcomes WHERE paper_id = ? ORDER BY attempt DESC"
    ends = manifest.rows(sql, (paper_id,))
    chosen = [row for row in ends if run in (None, row[0])]
    if not chosen:
        known_runs = ", ".join(row[0] for row in ends)
        raise UsageError(f"{paper_id} is not in run {run!r}", f"it is in: {known_runs or 'none'}")
    names = ("run", "outcome", "stage", "rule", "category", "reason")
    end: dict[str, Any] = dict(zip(names, chosen[0], strict=True))
    known = manifest.rows("SELECT doi, title FROM identities WHERE paper_id = ?", (paper_id,))
    doi, title = known[0] if known else (None, "")
    others = tuple(row[0] for row in ends if row[0] != end["run"])
    sources = _sources(manifest, end["run"], paper_id)
    faults = _faults(manifest, end["run"], paper_id)
    identity = {"paper_id": paper_id, "doi": doi, "title": title, "other_runs": others}
    return {**identity, **end, "sources": sources, "faults": faults}


def _sources(manifest: Manifest, run: str, paper_id: str) -> tuple[SourceUse, ...]:
    sql = (
        "SELECT s.name, s.sha256, s.duplicate_of FROM sources s JOIN attempts a ON a.id = s.attempt "
        "WHERE a.run = ? AND s.paper_id = ? GROUP BY s.name, s.sha256 HAVING s.attempt = max(s.attempt) "
        "ORDER BY s.duplicate_of IS NOT NULL, s.name"
    )
    rows = manifest.rows(sql, (run, paper_id))
    return tuple(SourceUse(name=name, sha256=digest, duplicate_of=copy) for name, digest, copy in rows)


def _stages(manifest: Manifest, run: str, paper_id: str) -> tuple[StageAudit, ...]:
    sql = (
        "SELECT r.stage, r.unit_key, r.reused, u.run, u.committed_at, r.at, u.seconds, u.decision FROM run_units r "
        "JOIN units u USING (unit_key) JOIN stages s ON s.stage = r.stage WHERE r.run = ? AND r.paper_id = ? "
        "ORDER BY s.position, r.at"
    )
    return tuple(
        StageAudit(
            stage=stage,
            unit_key=key,
            reused=reused,
            made_in=made_in,
            committed_at=committed_at,
            at=at,
            seconds=seconds,
            decision=Decision.model_validate_json(decision),
        )
        for stage, key, reused, made_in, committed_at, at, seconds, decision in manifest.rows(sql, (run, paper_id))
    )


def _faults(manifest: Manifest, run: str, paper_id: str) -> tuple[Fault, ...]:
    sql = (
        "SELECT kind, stage, CASE WHEN table_name IS NULL THEN message ELSE table_name || ': ' || message END, detail, "
        "at, cleared FROM faults_of_runs WHERE run = ? AND (paper_id = ? OR paper_id IN "
        "(SELECT name FROM sources WHERE paper_id = ?)) ORDER BY at"
    )
    names = ("kind", "stage", "message", "detail", "at", "cleared")
    rows = manifest.rows(sql, (run, paper_id, paper_id))
    return tuple(Fault.model_validate(dict(zip(names, row, strict=True))) for row in rows)


_TABLES: tuple[type[Record], ...] = (
    Verdict,
    LinkCheck,
    Algorithm,
    Setting,
    Metric,
    Score,
    DataComponent,
    UngroundedClaim,
    Finding,
    Amendment,
    DataFile,
    Recipe,
    DataCheck,
    Pack,
    PackCheck,
)


def _records(manifest: Manifest, root: Path, unit_keys: Sequence[str]) -> dict[str, tuple[Record, ...]]:
    """The records of some units by table, read from the files of these units only, less what was amended away."""
    from warehouse.views import define_all, new_connection

    parts = manifest.parts_of(unit_keys)
    with new_connection() as connection:
        for record in _TABLES:
            define_all(connection, root, record, [part for part in parts if part.table == record.table])
        found: dict[str, tuple[Record, ...]] = {
            record.table: tuple(fetch(connection, record, unit_keys)) for record in _TABLES
        }
    amendments = [row for row in found[Amendment.table] if isinstance(row, Amendment)]
    gone = {(item.record, item.record_key) for item in amendments if item.is_removed}
    return {table: tuple(row for row in rows if (table, _key(row)) not in gone) for table, rows in found.items()}


def _key(record: Record) -> tuple[str, ...]:
    """The key of a record without the paper, as amendments name it."""
    return tuple(str(getattr(record, name)) for name in record.key if name != "paper_id")


def fetch(connection: "duckdb.DuckDBPyConnection", record: type[R], unit_keys: Sequence[str]) -> Iterator[R]:
    """The rows of units as records, in the order of the units; of rows with one key the last one counts."""
    shape = shape_of(record)
    columns = ", ".join(f'"{name}"' for name, _ in shape.fields)
    sql = f"SELECT unit_key, {columns} FROM all_{record.table} WHERE list_contains($1::VARCHAR[], unit_key)"
    rows = connection.execute(sql, [list(unit_keys)]).fetchall()
    rows.sort(key=lambda row: unit_keys.index(row[0]))
    names = [name for name, _ in shape.fields]
    made = (record.model_validate(_without_gaps(shape, dict(zip(names, row[1:], strict=True)))) for row in rows)
    yield from {tuple(getattr(row, name) for name in record.key): row for row in made}.values()


def _without_gaps(shape: Shape, value: Any) -> Any:
    """Leave out what an older file does not have, so that it takes its default."""
    if value is None or shape.is_scalar:
        return value
    if shape.item is not None:
        return [_without_gaps(shape.item, item) for item in value]
    kept = ((name, field) for name, field in shape.fields if field.nullable or value[name] is not None)
    return {name: _without_gaps(field, value[name]) for name, field in kept}
