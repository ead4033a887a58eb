"""Where the papers of a run went: stage by stage, with rules and categories, and what waits for a human."""

import json
from typing import TYPE_CHECKING, Any

from schemas.base import Part
from schemas.outcome import Outcome, Question, Stage
from warehouse.faults import stalling
from warehouse.manifest import Manifest

if TYPE_CHECKING:
    from warehouse.store import Warehouse


class PaperLine(Part):
    """A paper in a funnel, with the name a person knows it by."""

    paper_id: str
    name: str
    reason: str


class FunnelRow(Part):
    """Papers that ended alike: same stage, outcome, rule and category. No outcome: they are under way."""

    stage: Stage | None
    outcome: Outcome | None
    rule: str | None
    category: str | None
    papers: tuple[PaperLine, ...]


class StageCount(Part):
    """How many papers reached a stage, and how many of them went on."""

    stage: Stage
    entered: int
    advanced: int


class OpenQuestion(Part):
    """What a paper waits for."""

    paper_id: str
    name: str
    stage: Stage
    question: Question


class Funnel(Part):
    """A run as a funnel. `outcomes` counts papers by outcome; `duplicates` names files that were copies."""

    run: str
    started_at: str
    papers: int
    outcomes: dict[Outcome, int]
    under_way: int
    stages: tuple[StageCount, ...]
    rows: tuple[FunnelRow, ...]
    questions: tuple[OpenQuestion, ...]
    duplicates: tuple[str, ...]


def funnel(warehouse: "Warehouse", run: str | None = None) -> Funnel:
    """The funnel of a run, the latest if none is given. Raises UsageError where there is no such run."""
    manifest = warehouse.manifest
    with stalling(warehouse.root, "read"), manifest.snapshot():
        name, started_at = _run(manifest, run)
        ends = manifest.rows(_ENDS, (name,))
        return Funnel(
            run=name,
            started_at=started_at,
            papers=len(ends),
            outcomes={outcome: sum(end[3] == outcome for end in ends) for outcome in Outcome},
            under_way=sum(end[3] is None for end in ends),
            stages=_stage_counts(manifest, name),
            rows=_rows(ends),
            questions=_questions(manifest, name),
            duplicates=_duplicates(manifest, name),
        )


_NAME = (
    "coalesce((SELECT s.name FROM sources s JOIN attempts a ON a.id = s.attempt WHERE a.run = {run} "
    "AND s.paper_id = {paper} ORDER BY s.attempt DESC, s.duplicate_of IS NOT NULL, s.name LIMIT 1), {paper})"
)
_ENDS = (
    f"SELECT o.paper_id, {_NAME.format(run='o.run', paper='o.paper_id')}, o.stage, o.outcome, o.rule, o.category, "
    "o.reason FROM outcomes o LEFT JOIN stages p ON p.stage = o.stage WHERE o.run = ? "
    "ORDER BY p.position, o.outcome, o.rule, o.category, o.paper_id"
)


def _run(manifest: Manifest, run: str | None) -> tuple[str, str]:
    if run is None:
        found = manifest.rows("SELECT run, started_at FROM runs ORDER BY last_attempt DESC LIMIT 1")
        if found:
            return str(found[0][0]), str(found[0][1])
    manifest.attempt(run or "")  # raises UsageError, with the names of runs
    return str(run), str(manifest.rows("SELECT started_at FROM runs WHERE run = ?", (run,))[0][0])


def _rows(ends: list[tuple[Any, ...]]) -> tuple[FunnelRow, ...]:
    groups: dict[tuple[Any, ...], list[PaperLine]] = {}
    for paper_id, name, stage, outcome, rule, category, reason in ends:
        line = PaperLine(paper_id=paper_id, name=name, reason=reason)
        groups.setdefault((stage, outcome, rule, category), []).append(line)
    return tuple(
        FunnelRow(stage=stage, outcome=outcome, rule=rule, category=category, papers=tuple(papers))
        for (stage, outcome, rule, category), papers in groups.items()
    )


def _stage_counts(manifest: Manifest, run: str) -> tuple[StageCount, ...]:
    sql = (
        "SELECT s.stage, count(DISTINCT r.paper_id), count(DISTINCT CASE WHEN u.call = 'advance' THEN r.paper_id END) "
        "FROM stages s LEFT JOIN run_units r ON r.stage = s.stage AND r.run = ? LEFT JOIN units u USING (unit_key) "
        "GROUP BY s.stage ORDER BY s.position"
    )
    rows = manifest.rows(sql, (run,))
    return tuple(StageCount(stage=stage, entered=entered, advanced=advanced) for stage, entered, advanced in rows)


def _questions(manifest: Manifest, run: str) -> tuple[OpenQuestion, ...]:
    sql = (
        f"SELECT o.paper_id, {_NAME.format(run='o.run', paper='o.paper_id')}, o.stage, u.decision FROM outcomes o "
        "JOIN run_units r ON r.run = o.run AND r.paper_id = o.paper_id AND r.stage = o.stage JOIN units u USING "
        "(unit_key) WHERE o.run = ? AND o.outcome = 'needs_review' ORDER BY o.paper_id"
    )
    return tuple(
        OpenQuestion(paper_id=paper_id, name=name, stage=stage, question=Question.model_validate(question))
        for paper_id, name, stage, decision in manifest.rows(sql, (run,))
        for question in json.loads(decision)["questions"]
    )


def _duplicates(manifest: Manifest, run: str) -> tuple[str, ...]:
    sql = (
        "SELECT DISTINCT s.name || ' is a copy of ' || s.duplicate_of FROM sources s JOIN attempts a "
        "ON a.id = s.attempt WHERE a.run = ? AND s.duplicate_of IS NOT NULL ORDER BY 1"
    )
    return tuple(line for (line,) in manifest.rows(sql, (run,)))
