"""R11: every score against its cell again: right text, row, column, split and unit, and not an ablation."""

import re
from collections.abc import Iterable

from pipeline.extract.grounded import problem_of
from pipeline.results.algorithm import sentences_of
from pipeline.results.kinds import Split, kind_of, split_of
from pipeline.results.labels import Names, contains_name, method_name, squeeze
from pipeline.results.metric_names import metric_words, split_metric
from pipeline.results.score_string import parse_score
from pipeline.review.check import Case, Check, finding, path_of
from pipeline.review.parts import SCORES
from schemas.evidence import DecidedBy, Place
from schemas.paper import Paper, SectionRole, Table
from schemas.review import Action, Finding, Severity
from schemas.task import Metric, Protocol, Score, Task

_STATED = r"(?:\s(?:score|value)s?)?\s?(?:of|=|:|is|was|reached|at)\s?(?P<number>[-\u2212]?\d*\.?\d+\s?%?)(?![\d.]*\d)"


def _attack(case: Case) -> Iterable[Finding]:
    yield from _by_code(case.paper, case.task)
    yield from case.asked("R11", SCORES)


def _by_code(paper: Paper, task: Task) -> Iterable[Finding]:
    names = Names(task.algorithm.name, task.algorithm.variants)
    for score in task.scores:
        problem = problem_of(paper, score)
        if problem:
            yield _critical(paper, score, "evidence", problem)
        elif score.decider.by is not DecidedBy.HUMAN:
            yield from _against_table(paper, task, score, names)
    for metric in task.metrics:
        yield from _against_text(paper, task, metric)


def _against_table(paper: Paper, task: Task, score: Score, names: Names) -> Iterable[Finding]:
    """What the headers of the cell and the caption say of method, metric, split and purpose."""
    place = score.evidence[0].place
    table = next((table for table in paper.tables if table.label == place.table), None)
    if table is None:
        return
    headers = (*_parts(place.row), *_parts(place.column))
    if not any(_is_method(part, score, names) for part in (*headers, *_headings(table))):
        yield _critical(paper, score, "method", f"no header of the cell names {score.method!r}: {' / '.join(headers)}")
    if not _names_metric(score, headers, table):
        yield _critical(paper, score, "metric_id", f"neither header nor caption names {score.metric_id}")
    excluded = kind_of(table.caption).excluded
    if excluded:
        reason = f"{table.label} is {excluded}"
        yield _critical(paper, score, "table", reason, Action.REMOVE)
    yield from _split(paper, task, score, table, place)


def _split(paper: Paper, task: Task, score: Score, table: Table, place: Place) -> Iterable[Finding]:
    """A fixed test setting must not carry cross-validation, validation or training scores."""
    setting = next((item for item in task.settings if item.setting_id == score.setting_id), None)
    if setting is None or setting.protocol not in {Protocol.FIXED, Protocol.UNKNOWN}:
        return
    said = (
        split_of(place.column or "") if split_of(place.column or "") is not Split.UNSTATED else split_of(table.caption)
    )
    if said in {Split.CROSS_VALIDATION, Split.TRAINING, Split.VALIDATION}:
        reason = f"{table.label} reports {said.name.lower().replace('_', '-')}, the setting is {setting.name}"
        yield _critical(paper, score, "setting_id", reason)


def _parts(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (text or "").split(" | "))


def _headings(table: Table) -> Iterable[str]:
    """Texts of body rows outside the header columns that stand for a method (second label columns)."""
    side = range(table.header_columns, min(table.header_columns + 2, table.n_columns))
    return (table.text(row, column) for column in side for row in range(table.header_rows, table.n_rows))


def _is_method(part: str, score: Score, names: Names) -> bool:
    return squeeze(method_name(part) or names.name) == squeeze(score.method) and bool(part)


def _names_metric(score: Score, headers: tuple[str, ...], table: Table) -> bool:
    """The headers of the cell have to name the metric; the caption may, where no header of the table names any."""
    every = [table.header_of(column) for column in range(table.n_columns)]
    named = [metric for part in headers if (metric := split_metric(part, every)[0])]
    if named:
        return any(metric.metric_id == score.metric_id for metric in named)
    around = f"{table.caption} {table.notes} {' '.join(every)}"
    return any(contains_name(around, word) for word in metric_words(score.metric_id))


def _against_text(paper: Paper, task: Task, metric: Metric) -> Iterable[Finding]:
    """A sentence that gives the method a value of a metric which no score of the record has."""
    printed = [score for score in task.scores if score.metric_id == metric.metric_id]
    words = "|".join(
        re.escape(word) for word in sorted({metric.printed, *metric_words(metric.metric_id)}, key=len)[::-1]
    )
    stated = re.compile(rf"(?<!\w)(?:{words}){_STATED}")
    for sentence, place in sentences_of(paper, SectionRole.ABSTRACT, SectionRole.RESULTS, SectionRole.DISCUSSION):
        match = stated.search(sentence)
        if match and contains_name(sentence, task.algorithm.name) and not _is_printed(match["number"], printed):
            number = match["number"].strip()
            reason = f"the text gives {metric.printed} {number}, no score of the record does"
            path = f"metrics.{metric.metric_id}.text.{place.page or 0}.{number}"
            from_text = paper.find(sentence)[:1]
            yield finding(paper, "R11", path, Severity.NORMAL, reason, current=number, evidence=from_text)


def _is_printed(number: str, scores: Iterable[Score]) -> bool:
    """True where a score equals the number at the precision of the text, as percent or as fraction."""
    parsed = parse_score(number)
    if parsed is None or parsed.value is None:
        return True
    candidates = [(parsed.value, parsed.decimals), (parsed.value / 100, parsed.decimals + 2)]
    return any(abs(score.value - value) <= 0.5000001 * 10**-places for score in scores for value, places in candidates)


def _critical(paper: Paper, score: Score, field: str, reason: str, action: Action = Action.UPDATE) -> Finding:
    return finding(
        paper,
        "R11",
        f"{path_of(score)}.{field}",
        Severity.CRITICAL,
        reason,
        current=score.printed,
        action=action,
        evidence=score.evidence,
    )


CHECK = Check(check_id="R11", title="every score against its cell", attack=_attack, paths=r"scores\..+", by_code=True)
