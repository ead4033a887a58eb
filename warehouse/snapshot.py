"""Reading a whole run: how every paper ended, and the records it stands on."""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from schemas.base import Record
from schemas.outcome import Decision, Stage
from schemas.review import Finding
from schemas.screening import Verdict
from schemas.snapshot import End, JudgedPaper, Snapshot
from schemas.task import Algorithm, Metric, Score, Setting
from warehouse.audit import fetch
from warehouse.faults import stalling, stalling_duckdb
from warehouse.manifest import Manifest
from warehouse.views import define_all, new_connection

if TYPE_CHECKING:
    from warehouse.store import Warehouse

_RECORDS: tuple[type[Record], ...] = (Decision, Verdict, Algorithm, Setting, Metric, Score, Finding)


def snapshot(warehouse: "Warehouse", run: str | None = None) -> Snapshot:
    """A run, the latest if none is given. Raises UsageError where there is no such run."""
    manifest = warehouse.manifest
    with stalling(warehouse.root, "read"), manifest.snapshot():
        name, started_at, settings = _run(manifest, run)
        units = manifest.rows("SELECT paper_id, unit_key FROM run_units WHERE run = ?", (name,))
        ends = manifest.rows(
            "SELECT o.paper_id, i.doi, o.outcome, o.stage, o.rule, o.category, o.reason FROM outcomes o "
            "LEFT JOIN identities i USING (paper_id) WHERE o.run = ? ORDER BY o.paper_id",
            (name,),
        )
        names = _names(manifest, name)
        parts = manifest.parts_of([key for _, key in units])
    keys = [key for _, key in units]
    with stalling_duckdb(warehouse.root), new_connection() as connection:
        rows: dict[tuple[str, str], list[Record]] = defaultdict(list)
        for record in _RECORDS:
            define_all(connection, warehouse.root, record, [part for part in parts if part.table == record.table])
            for row in fetch(connection, record, keys):
                rows[row.paper_id, record.table].append(row)
    until = settings.get("until", Stage.PACK)
    papers = {end[0]: _paper(end, until, names[end[0]], rows) for end in ends}
    return Snapshot(run=name, started_at=started_at, settings=settings, papers=papers)


def _paper(row: Sequence[Any], until: str, names: set[str], rows: dict[tuple[str, str], list[Record]]) -> JudgedPaper:
    paper_id, doi, outcome, stage, *rest = row
    end = outcome or (End.PASSED if stage == until else End.UNDER_WAY)
    fields = dict(zip(("rule", "category", "reason"), rest, strict=True))
    fields |= {"paper_id": paper_id, "doi": doi, "end": end, "stage": stage}
    tables = {record.table: tuple(rows[paper_id, record.table]) for record in _RECORDS}
    return JudgedPaper.model_validate({**fields, "names": tuple(sorted(names)), **tables})


def _run(manifest: Manifest, run: str | None) -> tuple[str, str, dict[str, str]]:
    if run is not None:
        manifest.attempt(run)  # raises UsageError, with the names of runs
    where = "WHERE run = ?" if run is not None else ""
    rows = manifest.rows(
        f"SELECT run, started_at, settings FROM runs {where} ORDER BY last_attempt DESC LIMIT 1",
        () if run is None else (run,),
    )
    if not rows:
        manifest.attempt("")
    name, started_at, settings = rows[0]
    return str(name), str(started_at), {key: str(value) for key, value in json.loads(settings).items()}


def _names(manifest: Manifest, run: str) -> dict[str, set[str]]:
    sql = "SELECT DISTINCT s.paper_id, s.name FROM sources s JOIN attempts a ON a.id = s.attempt WHERE a.run = ?"
    names: dict[str, set[str]] = defaultdict(set)
    for paper_id, name in manifest.rows(sql, (run,)):
        names[paper_id].add(PurePosixPath(name).stem)
    return names
