"""A finding carried out on the task tuple, within what the schema, the metric registry and the cells allow."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pipeline.extract.grounded import problem_of, task_of
from pipeline.results.fields import key_of, locate, path_of, replaced, text_at, with_value
from pipeline.results.metric_names import named_by_id
from pipeline.results.scale import scaled
from pipeline.results.score_string import parse_score
from schemas.base import Record
from schemas.evidence import Evidence
from schemas.paper import Paper, Table
from schemas.review import Action, Finding
from schemas.task import Algorithm, MethodRole, Metric, Score, Setting, Task

_CELL = re.compile(r"(?P<table>.+) \[(?P<row>\d+), (?P<column>\d+)\]")
_COPIED = {"name", "printed", "method", "variants", "task", "unit"}
"""Fields whose value is a piece of the paper's text."""

_LISTS = {"variants", "sources"}
_OPTIONAL = {"unit", "averaging", "threshold", "depends_on"}
_MOST_WORDS = 25


@dataclass(frozen=True)
class Misfit:
    """The finding asks for something that the schema, the registry or the paper does not allow."""

    problem: str


@dataclass(frozen=True)
class Beyond:
    """The finding may be right, and only a human can carry it out."""

    problem: str


Amended = Task | Misfit | Beyond


def records_of(task: Task) -> tuple[Record, ...]:
    """The tuple as records."""
    return (task.algorithm, *task.settings, *task.metrics, *task.scores)


def amended(paper: Paper, task: Task, finding: Finding) -> Amended:
    """The task with one finding carried out. Adds and merges of whole records are a human's."""
    records = records_of(task)
    found = locate(records, finding.field_path.removesuffix(".cell"))
    if found is None:
        known = finding.field_path.split(".")[0] in {"settings", "metrics", "scores"}
        is_add = known and finding.action is Action.ADD
        return Beyond("a human adds whole records") if is_add else Misfit(f"nothing has the path {finding.field_path}")
    made = _changed(paper, records, *found, finding)
    if not isinstance(made, tuple):
        return made
    return _sound(made)


def _changed(
    paper: Paper, records: Sequence[Record], old: Record, field: str, finding: Finding
) -> tuple[Record, ...] | Misfit | Beyond:
    if finding.action is Action.REMOVE and not field:
        return _removed(records, old)
    if field in _LISTS:
        return _list_changed(paper, records, old, field, finding)
    if finding.action is Action.REMOVE and field in _OPTIONAL:
        return _set(records, old, field, None, finding)
    if finding.action is not Action.UPDATE:
        return Beyond("a human adds, merges and splits records")
    if isinstance(old, Score) and finding.field_path.endswith(".cell") and not field:
        new = _from_cell(paper, old, finding)
        return new if isinstance(new, Misfit) else replaced(records, old, new)
    if field == "counts":
        return Beyond("a human settles a size that text and table give differently")
    return _field_changed(paper, records, old, field, finding)


def _field_changed(
    paper: Paper, records: Sequence[Record], old: Record, field: str, finding: Finding
) -> tuple[Record, ...] | Misfit:
    value = finding.recommended
    if not value:
        return Misfit("no value is recommended")
    if field in type(old).model_fields and value == text_at(old, field):
        return Misfit("the record has that value already")
    problem = _text_problem(paper, field, value) or _registry_problem(old, field, value)
    return Misfit(problem) if problem else _set(records, old, field, value, finding)


def _set(
    records: Sequence[Record], old: Record, field: str, value: str | None, finding: Finding
) -> tuple[Record, ...] | Misfit:
    new = with_value(old, field, value, finding.decider)
    if isinstance(new, str):
        return Misfit(new)
    return _followed(replaced(records, old, new), old, new)


def _text_problem(paper: Paper, field: str, value: str) -> str:
    """A text that goes into the record is copied from the paper, and short."""
    if field not in _COPIED or not value:
        return ""
    if len(value.split()) > _MOST_WORDS:
        return f"{field}: more than {_MOST_WORDS} words"
    return "" if paper.find(value) else f"{field}: {value[:60]!r} does not stand in the paper"


def _registry_problem(old: Record, field: str, value: str) -> str:
    """A metric is one that is known, and its direction is the known one."""
    metric_id = value if field == "metric_id" else getattr(old, "metric_id", "")
    known = named_by_id(metric_id)
    if field == "metric_id" and known is None:
        return f"no metric is called {value!r}"
    if isinstance(old, Metric) and field == "direction" and known and known.direction != value:
        return f"{metric_id} is better {known.direction}"
    return ""


def _followed(records: Sequence[Record], old: Record, new: Record) -> tuple[Record, ...]:
    """The scores go with a metric that is now called otherwise."""
    if not (isinstance(old, Metric) and isinstance(new, Metric) and old.metric_id != new.metric_id):
        return tuple(records)
    known = named_by_id(new.metric_id)
    renamed = new.model_copy(update={"direction": known.direction}) if known else new
    return tuple(
        renamed
        if record is new
        else record.model_copy(update={"metric_id": new.metric_id})
        if isinstance(record, Score) and record.metric_id == old.metric_id
        else record
        for record in records
    )


def _list_changed(
    paper: Paper, records: Sequence[Record], old: Record, field: str, finding: Finding
) -> tuple[Record, ...] | Misfit | Beyond:
    """One item added to, or removed from, the variants or the sources."""
    items: tuple[str, ...] = getattr(old, field)
    if finding.action is Action.REMOVE:
        item = finding.recommended or finding.current
        if item not in items:
            return Misfit(f"{field} has no {item[:60]!r}")
        kept = tuple(other for other in items if other != item)
    elif finding.action is Action.ADD:
        item = finding.recommended
        stands = item in {link.url for link in paper.links} if field == "sources" else bool(paper.find(item))
        if not item or not stands or len(item.split()) > _MOST_WORDS:
            return Misfit(f"{field}: {item[:60]!r} does not stand in the paper")
        if item in items or (isinstance(old, Algorithm) and item == old.name):
            return Misfit("the record has that value already")
        kept = (*items, item)
    else:
        return Misfit(f"items of {field} are added and removed one by one")
    new = with_value(old, field, kept, finding.decider)
    return Misfit(new) if isinstance(new, str) else replaced(records, old, new)


def _removed(records: Sequence[Record], old: Record) -> tuple[Record, ...] | Misfit:
    """Without a record, and without what hangs on it: scores of a setting or metric, settings that start from it."""
    if isinstance(old, Algorithm):
        return Misfit("a task has an algorithm")
    gone = {id(old)}
    if isinstance(old, Setting):
        gone |= {id(other) for other in records if isinstance(other, Setting) and other.depends_on == old.setting_id}
    settings = {record.setting_id for record in records if isinstance(record, Setting) and id(record) in gone}
    metrics = {old.metric_id} if isinstance(old, Metric) else set()
    return tuple(
        record
        for record in records
        if id(record) not in gone
        and not (isinstance(record, Score) and (record.setting_id in settings or record.metric_id in metrics))
    )


def _from_cell(paper: Paper, score: Score, finding: Finding) -> Score | Misfit:
    """The score as the cell has it that the finding points at: code reads the number."""
    found = cell_of(paper, finding.recommended)
    if isinstance(found, str):
        return Misfit(found)
    table, row, column = found
    cell, printed = table.cell(row, column), table.text(row, column)
    parsed = parse_score(printed)
    if cell is None or cell.disputed or parsed is None or parsed.value is None:
        return Misfit(f"{finding.recommended} reads {printed[:40]!r}, which is no score")
    new = score.model_copy(
        update={
            "printed": printed,
            "value": round(parsed.value * score.factor, 12),
            "spread": scaled(parsed.spread, score.factor),
            "low": scaled(parsed.low, score.factor),
            "high": scaled(parsed.high, score.factor),
            "n": parsed.n,
            "evidence": (table.evidence(row, column),),
            "decider": finding.decider,
        }
    )
    if new.evidence == score.evidence:
        return Misfit("the record has that cell already")
    problem = problem_of(paper, new)
    return Misfit(problem) if problem else new


def cell_of(paper: Paper, pointer: str) -> tuple[Table, int, int] | str:
    """The table and the place in it that a pointer such as `Table 4 [7, 3]` names, or what is wrong with it."""
    match = _CELL.fullmatch(pointer)
    tables = [table for table in paper.tables if match and table.label == match["table"] and table.cells]
    if match is None or not tables:
        return f"{pointer!r} names no table of the paper"
    row, column = int(match["row"]), int(match["column"])
    inside = next((t for t in tables if t.header_rows <= row < t.n_rows and t.header_columns <= column), None)
    return (inside, row, column) if inside else f"{pointer!r} is no cell below the headers"


def cell_evidence(paper: Paper, finding: Finding) -> tuple[Evidence, ...]:
    """The cell that a finding points at, as evidence."""
    found = cell_of(paper, finding.recommended) if finding.field_path.endswith(".cell") else ""
    return () if isinstance(found, str) else (found[0].evidence(*found[1:]),)


def _sound(records: Sequence[Record]) -> Amended:
    """The records as a task, where they still make one."""
    keys = [(record.table, key_of(record)) for record in records]
    metrics = [record for record in records if isinstance(record, Metric)]
    settings = {record.setting_id for record in records if isinstance(record, Setting)}
    scores = [record for record in records if isinstance(record, Score)]
    tests: tuple[tuple[Callable[[], bool], str], ...] = (
        (lambda: len(set(keys)) == len(keys), "two records would have one key"),
        (lambda: bool(settings), "no setting would be left"),
        (lambda: sum(metric.is_primary for metric in metrics) == 1, "not exactly one metric would be primary"),
        (lambda: _refer(scores, settings, metrics), "a score would belong to no setting or metric"),
        (lambda: any(s.role is MethodRole.PROPOSED for s in scores), "no score of the proposed method would be left"),
        (lambda: _depend(records, settings), "a setting would depend on one that is not there"),
    )
    problem = next((said for holds, said in tests if not holds()), None)
    return Misfit(problem) if problem else task_of(records)


def _refer(scores: Iterable[Score], settings: set[str], metrics: Iterable[Metric]) -> bool:
    metric_ids = {metric.metric_id for metric in metrics}
    return all(score.setting_id in settings and score.metric_id in metric_ids for score in scores)


def _depend(records: Iterable[Record], settings: set[str]) -> bool:
    chained = (record for record in records if isinstance(record, Setting) and record.depends_on)
    return all(record.depends_on in settings and record.depends_on != record.setting_id for record in chained)


def value_now(task: Task, field_path: str) -> str:
    """What the record says at a path, as text; empty where nothing stands there."""
    found = locate(records_of(task), field_path.removesuffix(".cell"))
    if found is None:
        return ""
    record, field = found
    if isinstance(record, Score) and not field:
        return f"{record.printed} ({record.role}; {record.evidence[0].place if record.evidence else 'no cell'})"
    return text_at(record, field) if field in type(record).model_fields else path_of(record) if not field else ""
