"""From rows and columns that a model points at to scores: code finds the cell, reads the number, checks the headers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product, takewhile

from pipeline.extract.claims import Claims
from pipeline.results.facets import Reading
from pipeline.results.grid import Axis, Grid, build_grid, is_numeric
from pipeline.results.kinds import Split, kind_of, split_of
from pipeline.results.labels import Names, contains_name, squeeze
from pipeline.results.metric_names import named_by_id, split_metric
from pipeline.results.score_string import is_blank
from pipeline.results.scores import Read, read_cells, scores_of
from schemas.answers.extraction import Line, LineAxis, ScoreForm, ScoreTable
from schemas.claims import UngroundedClaim
from schemas.evidence import Decider
from schemas.outcome import Question
from schemas.paper import Paper, Table
from schemas.task import MethodRole, Metric, Score

_OWN = {MethodRole.PROPOSED, MethodRole.VARIANT}
_ASIDE = {MethodRole.ABLATION, MethodRole.BOUND}


@dataclass(frozen=True)
class Pointed:
    """The scores that code read where a model pointed, the cells that only a human can read, and what did not hold."""

    scores: tuple[Score, ...] = ()
    questions: tuple[Question, ...] = ()
    claims: tuple[UngroundedClaim, ...] = ()


@dataclass(frozen=True)
class _Known:
    """What a pointer may name: the method, metrics by id, settings by id."""

    names: Names
    metrics: dict[str, Metric]
    settings: tuple[str, ...]


@dataclass(frozen=True)
class _Crossing:
    """A cell where two lines cross, and what they say of it between them. `label` is what names its metric."""

    row: int
    column: int
    method: Line
    metric: str
    label: str
    setting: str


def pointed(
    paper: Paper, form: ScoreForm, names: Names, metrics: Iterable[Metric], settings: Iterable[str], decider: Decider
) -> Pointed:
    """The scores of a form. A value is what the one score parser reads in the cell, by the style of its table."""
    known = _Known(names, {metric.metric_id: metric for metric in metrics}, tuple(settings))
    claims = Claims(paper, decider)
    reads: list[Read] = []
    roles: dict[str, MethodRole] = {}
    for entry in form.tables:
        grid = _grid(paper, entry, claims)
        if grid is not None:
            lines = [line for line in entry.lines if _line_holds(grid, entry, line, known, claims)]
            cells = [(_reading(grid, item, known), item) for item in _crossings(grid, entry, lines, known, claims)]
            roles |= {squeeze(reading.method): _role(reading, item.method, names) for reading, item in cells}
            reads += read_cells(grid.table, [(reading, item.setting) for reading, item in cells])
    scores, questions = scores_of(paper, reads, names)
    by_label = {squeeze(read.reading.method): read.reading.method for read in reads}
    by_method = {squeeze(names.method_of(label)): roles[key] for key, label in by_label.items()}
    made = tuple(
        score.model_copy(update={"role": by_method[squeeze(score.method)], "decider": decider}) for score in scores
    )
    return Pointed(made, questions, claims.all())


def _grid(paper: Paper, entry: ScoreTable, claims: Claims) -> Grid | None:
    """The table that is meant, where it has numbers and its caption does not say that it is for something else."""
    found = [table for table in paper.tables if squeeze(table.label) == squeeze(entry.label) and table.cells]
    grid = build_grid(found[0]) if len(found) == 1 else None
    problem = "no table with numbers has this label" if not found else "several tables have this label"
    if len(found) == 1:
        other = kind_of(found[0].caption).excluded or _not_held_out(found[0].caption)
        problem = f"its caption says that it is {other}" if other else "" if grid else "there is no number in it"
    if problem:
        claims.add(f"tables.{entry.label}", entry.label, problem)
    return None if problem else grid


def _not_held_out(text: str) -> str:
    """What a text says of scores that are not on held-out data; empty where it says no such thing."""
    named = {Split.TRAINING: "of scores on training data", Split.VALIDATION: "of scores on validation data"}
    return named.get(split_of(text), "")


def _line_holds(grid: Grid, entry: ScoreTable, line: Line, known: _Known, claims: Claims) -> bool:
    """True where the header stands at that index and bears out what the line is said to be."""
    path = f"tables.{entry.label}.{line.axis}.{line.index}"
    problem = (
        _problem_of_header(grid, line) or _problem_of_method(line, known) or _problem_of_metric(grid.table, line, known)
    )
    if not problem and line.setting and line.setting not in known.settings:
        problem = f"{line.setting!r} is no setting id; these are: {', '.join(known.settings)}"
    if problem:
        claims.add(path, f"{line.header}: {line.method or line.metric or line.setting}", problem)
    return not problem


def _problem_of_header(grid: Grid, line: Line) -> str:
    table = grid.table
    size = table.n_rows if line.axis is LineAxis.ROW else table.n_columns
    if line.index >= size:
        return f"the table has {size} {line.axis}s, counted from 0"
    is_cut = grid.cut is not None and line.axis is LineAxis.ROW and line.index >= grid.cut
    if is_cut and not table.inner_headers:
        return f"from row {grid.cut} on the headers are others; a human has to read these rows"
    heads = _row_heads(table, line.index) if line.axis is LineAxis.ROW else _column_heads(table, line.index)
    if squeeze(line.header) in {squeeze(head) for head in heads} - {""}:
        other = _not_held_out(line.header)
        return f"its header says that it is {other}" if other else ""
    return f"the header of {line.axis} {line.index} is {' or '.join(map(repr, heads))}, not {line.header!r}"


def _row_heads(table: Table, row: int) -> list[str]:
    """What a row may be called: its header as the table joins it, and each text before its first number."""
    return _heads(table.name_of(row), [table.text(row, column) for column in range(table.n_columns)])


def _column_heads(table: Table, column: int) -> list[str]:
    """The same of a column. Where the headers change inside the table, only a whole header says which part is meant."""
    if table.inner_headers:
        return list(dict.fromkeys(table.header_of(column, row) for row in range(table.n_rows)))
    return _heads(table.header_of(column), [table.text(row, column) for row in range(table.n_rows)])


def _heads(joined: str, texts: list[str]) -> list[str]:
    heads = [text for text in takewhile(lambda text: not is_numeric(text), texts) if text]
    return list(dict.fromkeys((joined, *heads, " | ".join(dict.fromkeys(heads)))))


def _problem_of_method(line: Line, known: _Known) -> str:
    """A line's method is the one that its header names, and it is the authors' own where it is said to be."""
    if not line.method:
        return ""
    if line.role is None:
        return "a method needs its role"
    own = known.names.is_own(line.header)
    if squeeze(line.method) not in squeeze(line.header) and not (own and known.names.is_own(line.method)):
        return f"the header does not name {line.method!r}"
    if line.role in _OWN and not own:
        return f"the header does not name {known.names.name!r} or a variant of it"
    if line.role is MethodRole.BASELINE and own:
        return f"the header names {known.names.name!r}, which is no method of others"
    return ""


def _problem_of_metric(table: Table, line: Line, known: _Known) -> str:
    """A line's metric is on the list, and its header does not name another one."""
    return _metric_problem(line.metric, (line.header, table.caption), known) if line.metric else ""


def _metric_problem(metric_id: str, texts: tuple[str, ...], known: _Known) -> str:
    metric = known.metrics.get(metric_id)
    if metric is None:
        return f"{metric_id!r} is no metric id; these are: {', '.join(known.metrics)}"
    read = next((found for text in texts[:1] for found in [split_metric(text)[0]] if found), None)
    if read is not None and read.metric_id != metric_id:
        return f"the header names {read.metric_id}, not {metric_id}"
    if read is None and not any(contains_name(text, metric.printed) for text in texts):
        return f"neither header nor caption names {metric.printed!r}"
    return ""


def _crossings(grid: Grid, entry: ScoreTable, lines: list[Line], known: _Known, claims: Claims) -> Iterator[_Crossing]:
    """The cells where a row and a column cross that say method, metric and setting between them and their table."""
    table, path = grid.table, f"tables.{entry.label}"
    problem = _metric_problem(entry.metric, (table.caption, table.notes), known) if entry.metric else ""
    if problem:
        claims.add(f"{path}.metric", entry.metric, problem)
        return
    rows = [line for line in lines if line.axis is LineAxis.ROW]
    columns = [line for line in lines if line.axis is LineAxis.COLUMN]
    for row, column in product(rows, columns):
        cell = _crossing(entry, row, column, known)
        problem = _problem_of_cell(row, column, cell, known)
        if problem:
            claims.add(f"{path}.cells", entry.label, problem)
        elif _is_under(table, row, column) and not is_blank(table.text(row.index, column.index)):
            yield cell


def _crossing(entry: ScoreTable, row: Line, column: Line, known: _Known) -> _Crossing:
    metric, label = next(((line.metric, line.header) for line in (row, column) if line.metric), (entry.metric, ""))
    only = known.settings[0] if len(known.settings) == 1 else ""
    setting = row.setting or column.setting or entry.setting or only
    return _Crossing(row.index, column.index, row if row.method else column, metric, label, setting)


def _problem_of_cell(row: Line, column: Line, cell: _Crossing, known: _Known) -> str:
    if not cell.method.method or (row.method and column.method) or cell.metric not in known.metrics:
        return "its lines do not say method and metric of each cell, once"
    if cell.setting not in known.settings:
        return f"its lines do not say which setting a cell is of: {cell.setting!r}"
    return ""


def _is_under(table: Table, row: Line, column: Line) -> bool:
    """False where a row stands under another header of the column than the one meant."""
    return not table.inner_headers or squeeze(column.header) == squeeze(table.header_of(column.index, row.index))


def _role(reading: Reading, line: Line, names: Names) -> MethodRole:
    """The role that the header shows; a model may only make less of a row than the header does."""
    shown = names.role_of(reading.method, reading.heading)
    return line.role if line.role in _ASIDE and shown is not MethodRole.PROPOSED else shown


def _reading(grid: Grid, cell: _Crossing, known: _Known) -> Reading:
    metric = known.metrics[cell.metric]
    named = named_by_id(metric.metric_id)
    assert named is not None, "a metric of the tuple is one that is known by its id"
    headings = (level for level in grid.levels if level.axis is Axis.HEADING)
    heading = next((level.at(cell.row, cell.column) for level in headings), "")
    label = cell.label or metric.printed
    return Reading(grid.table, cell.row, cell.column, cell.method.header, named, label, cell.setting, heading)
