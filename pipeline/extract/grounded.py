"""What holds of a read result: a value is kept only where its evidence stands in the paper and says the same."""

from collections.abc import Iterable

from pipeline.results.fields import key_of
from pipeline.results.score_string import parse_score
from schemas.base import Record
from schemas.evidence import DecidedBy, Evidence
from schemas.outcome import Question
from schemas.paper import Paper, Table
from schemas.review import Amendment
from schemas.task import Algorithm, MethodRole, Metric, Score, Setting, Task


def task_of(records: Iterable[Record]) -> Task:
    """The task tuple among the records of a paper, in the order of the stages: the last record of a key counts, and
    what an amendment took out is out. Raises LookupError where there is no algorithm.
    """
    kept = tuple(records)
    gone = {(item.record, item.record_key) for item in kept if isinstance(item, Amendment) and item.is_removed}
    latest: dict[tuple[str, tuple[str, ...]], Record] = {}
    for record in kept:
        if isinstance(record, Algorithm | Setting | Metric | Score):
            latest[record.table, key_of(record)] = record
    left = [record for key, record in latest.items() if key not in gone]
    algorithms = [record for record in left if isinstance(record, Algorithm)]
    if not algorithms:
        raise LookupError("no algorithm among the records: extraction did not advance")
    return Task(
        algorithm=algorithms[-1],
        settings=tuple(record for record in left if isinstance(record, Setting)),
        metrics=tuple(record for record in left if isinstance(record, Metric)),
        scores=tuple(record for record in left if isinstance(record, Score)),
    )


def kept_scores(paper: Paper, scores: Iterable[Score]) -> tuple[tuple[Score, ...], tuple[Question, ...]]:
    """The scores that are no ablation and whose evidence holds, and a question for each other one."""
    kept: list[Score] = []
    questions: list[Question] = []
    for score in scores:
        if score.role is MethodRole.ABLATION:
            continue
        problem = problem_of(paper, score)
        if problem:
            questions.append(_about(score, problem))
        else:
            kept.append(score)
    return tuple(kept), tuple(questions)


def problem_of(paper: Paper, score: Score) -> str:
    """Why a score cannot be kept; empty where its evidence holds."""
    if not score.evidence:
        return "it has no evidence"
    first = score.evidence[0]
    if score.decider.by is DecidedBy.HUMAN:
        return "" if stands(paper, first) else f"the paper has no {first.place}"
    if score.is_from_figure or first.place.figure is not None:
        return "it was read from a picture, and no human says so"
    cells = cells_at(paper, first)
    if not cells:
        return f"no cell at {first.place} reads {first.quote!r}"
    if score.printed not in cells:
        return f"it is recorded as {score.printed!r}, the cell reads {cells[0]!r}"
    return _problem_of_value(score)


def stands(paper: Paper, evidence: Evidence) -> bool:
    """True where the quote stands in the paper at the table or figure it names."""
    found = paper.find(evidence.quote)
    wanted = (evidence.place.table, evidence.place.figure)
    return any((item.place.table, item.place.figure) == wanted for item in found)


def cells_at(paper: Paper, evidence: Evidence) -> tuple[str, ...]:
    """The texts of the cells that stand at a place, by table, row header and column header."""
    place = evidence.place
    return tuple(
        cell.text
        for table in paper.tables
        if table.label == place.table and (place.page is None or table.page == place.page)
        for cell in table.cells
        if cell.text == evidence.quote and _is_at(table, cell.row, cell.column, evidence)
    )


def _is_at(table: Table, row: int, column: int, evidence: Evidence) -> bool:
    here = table.place(row, column)
    return (here.row, here.column) == (evidence.place.row, evidence.place.column)


def _problem_of_value(score: Score) -> str:
    """The printed text, read again in any style of its table, has to give the value."""
    readings = [
        parse_score(score.printed, decimal_comma=comma, bracket_is_spread=bracket)
        for comma in (False, True)
        for bracket in (False, True)
    ]
    values = {round(parsed.value * score.factor, 12) for parsed in readings if parsed and parsed.value is not None}
    return "" if score.value in values else f"{score.printed!r} does not read as {score.value:g}"


def _about(score: Score, problem: str) -> Question:
    return Question(
        field=f"scores.{score.setting_id}.{score.metric_id}.{score.method}",
        question=f"the {score.metric_id} of {score.method} is not kept: {problem}",
        evidence=score.evidence,
    )
