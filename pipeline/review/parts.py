"""The four parts in which a paper is shown to the reviewer: contribution, evaluation, data, scores."""

import re
from collections.abc import Iterator, Sequence

from pipeline.asking import Passage, captions, grid, paragraphs, passage, ranked
from pipeline.results.fields import path_of
from pipeline.review.reviewer import TextPart
from schemas.evidence import Evidence, Place
from schemas.paper import Paper, SectionRole
from schemas.screening import Verdict
from schemas.task import Score, Setting, Task

_MOST_SCORES = 240
_OF_EVALUATION = re.compile(
    r"\b(?:metrics?|measures?|evaluat\w+|baselines?|compar\w+|test sets?|cross-validation|accuracy|scores?)\b",
    re.IGNORECASE,
)
_OF_DATA = re.compile(
    r"\b(?:data\s?sets?|data|samples?|splits?|train(?:ing)?|test sets?|validation|folds?|pre-?process\w+|features?)\b",
    re.IGNORECASE,
)


def _contribution(paper: Paper, task: Task) -> Sequence[Passage]:
    return (
        passage(paper, "Title", paper.title),
        *paragraphs(paper, SectionRole.ABSTRACT),
        *paragraphs(paper, SectionRole.INTRODUCTION, rank=1),
        *paragraphs(paper, SectionRole.DISCUSSION, rank=2),
    )


def _evaluation(paper: Paper, task: Task) -> Sequence[Passage]:
    return (
        *paragraphs(paper, SectionRole.ABSTRACT),
        *captions(paper),
        *ranked(_about(paper, _OF_EVALUATION, SectionRole.METHODS, SectionRole.OTHER), 2),
        *paragraphs(paper, SectionRole.RESULTS, rank=1),
        *paragraphs(paper, SectionRole.DISCUSSION, rank=3),
    )


def _data(paper: Paper, task: Task) -> Sequence[Passage]:
    counted = (item for setting in task.settings for count in setting.counts for item in count.evidence)
    return (
        *paragraphs(paper, SectionRole.DATA_AVAILABILITY, SectionRole.CODE_AVAILABILITY),
        *_grids(paper, (*counted, *(item for setting in task.settings for item in setting.evidence)), rank=1),
        *ranked(_about(paper, _OF_DATA, SectionRole.METHODS, SectionRole.OTHER), 1),
        *ranked(_about(paper, _OF_DATA, SectionRole.RESULTS), 2),
    )


def _scores(paper: Paper, task: Task) -> Sequence[Passage]:
    return _grids(paper, [item for score in task.scores for item in score.evidence], rank=0)


def _about(paper: Paper, subject: re.Pattern[str], *roles: SectionRole) -> tuple[Passage, ...]:
    return tuple(item for item in paragraphs(paper, *roles) if subject.search(item.text))


def _grids(paper: Paper, evidence: Sequence[Evidence], rank: int) -> tuple[Passage, ...]:
    labels = {item.place.table for item in evidence}
    return tuple(grid(paper, table, rank) for table in paper.tables if table.label in labels and not table.is_picture)


def _verdict_lines(verdicts: Sequence[Verdict], levels: str) -> Iterator[str]:
    for verdict in verdicts:
        if verdict.rule[0] in levels:
            yield f"verdicts.{verdict.rule} = {verdict.call} ({verdict.category}): {verdict.reason}"


def _algorithm_lines(task: Task) -> Iterator[str]:
    yield f"algorithm.name = {task.algorithm.name}"
    yield f"algorithm.variants = {'; '.join(task.algorithm.variants) or '(none)'}"


def _setting_lines(setting: Setting, with_data: bool) -> Iterator[str]:
    path = path_of(setting)
    yield f"{path}.name = {setting.name}"
    yield f"{path}.task = {setting.task or '(empty)'}"
    yield f"{path}.protocol = {setting.protocol}"
    yield f"{path}.reference_type = {setting.reference_type}"
    yield f"{path}.depends_on = {setting.depends_on or '(none)'}"
    if with_data:
        yield f"{path}.sources = {'; '.join(setting.sources) or '(none)'}"
        yield from (f"{path}: {count.split} {count.label or ''} has {count.printed} rows" for count in setting.counts)


def _metric_lines(task: Task) -> Iterator[str]:
    for metric in task.metrics:
        path = path_of(metric)
        yield f"{path}.printed = {metric.printed}"
        yield f"{path}.direction = {metric.direction}"
        yield f"{path}.is_primary = {str(metric.is_primary).lower()}"
        yield f"{path}.unit = {metric.unit or '(none)'}, averaging = {metric.averaging or '(not said)'}"


def _score_lines(scores: Sequence[Score]) -> Iterator[str]:
    for score in scores[:_MOST_SCORES]:
        place = score.evidence[0].place if score.evidence else Place()
        where = " / ".join(part for part in (place.table or place.figure, place.row, place.column) if part)
        yield f"{path_of(score)} = {score.printed} ({score.role}; {where or 'no cell'})"


def _contribution_record(task: Task, verdicts: Sequence[Verdict]) -> Sequence[str]:
    return [*_verdict_lines(verdicts, "1"), *_algorithm_lines(task)]


def _evaluation_record(task: Task, verdicts: Sequence[Verdict]) -> Sequence[str]:
    settings = (line for setting in task.settings for line in _setting_lines(setting, False))
    methods = dict.fromkeys(f"{score.method} ({score.role})" for score in task.scores)
    return [
        *_verdict_lines(verdicts, "2"),
        *_algorithm_lines(task),
        *settings,
        *_metric_lines(task),
        f"scored methods: {'; '.join(methods)}",
    ]


def _data_record(task: Task, verdicts: Sequence[Verdict]) -> Sequence[str]:
    return [line for setting in task.settings for line in _setting_lines(setting, True)]


def _scores_record(task: Task, verdicts: Sequence[Verdict]) -> Sequence[str]:
    return [*_algorithm_lines(task), *_metric_lines(task), *_score_lines(task.scores)]


CONTRIBUTION = TextPart("review_contribution", _contribution_record, _contribution, 16_000)
EVALUATION = TextPart("review_evaluation", _evaluation_record, _evaluation, 20_000)
DATA = TextPart("review_data", _data_record, _data, 16_000)
SCORES = TextPart("review_scores", _scores_record, _scores, 24_000)
PARTS = (CONTRIBUTION, EVALUATION, DATA, SCORES)
