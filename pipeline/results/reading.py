"""From a paper to its results: algorithm, main tables, metrics, settings, scores, gaps."""

import re
from collections.abc import Sequence

from pipeline.metrics.names import bare, is_unit, split_additions
from pipeline.results.algorithm import find_algorithm
from pipeline.results.conventions import with_conventions
from pipeline.results.labels import Names, slug
from pipeline.results.main_tables import LeftOut, MainTable, select
from pipeline.results.metric_names import MetricKind
from pipeline.results.model import Results
from pipeline.results.pictures import ask_for, result_pictures
from pipeline.results.primary import with_primary
from pipeline.results.scores import Read, read_table, scores_of
from pipeline.results.settings import settings_of
from schemas.curation import CuratedAlgorithm
from schemas.evidence import Evidence
from schemas.outcome import Question
from schemas.paper import Paper, Table
from schemas.task import Algorithm, MethodRole, Metric, Score


def results_in(paper: Paper, named: CuratedAlgorithm | None = None) -> Results:
    """The results of a paper. `named` is the algorithm where a human gave it."""
    algorithm = find_algorithm(paper)
    names = _names(algorithm, named)
    if names is None:
        return Results(gaps=(_ask_for_algorithm(), *ask_for(result_pictures(paper), ())))
    selection = select(paper, names)
    notes = _notes(selection.left_out)
    pictures = result_pictures(paper)
    main = selection.main or (() if pictures else _without_quality(paper, names))
    if not main:
        return Results(algorithm=algorithm, gaps=ask_for(pictures, notes), notes=notes)
    return _from_tables(paper, algorithm, names, main, notes)


def _notes(left_out: Sequence[LeftOut]) -> tuple[str, ...]:
    """Each reason with the tables it is given for."""
    reasons: dict[str, list[str]] = {}
    for item in left_out:
        reasons.setdefault(item.reason, []).append(item.table.label or "a table without label")
    return tuple(f"{', '.join(labels)}: {reason}" for reason, labels in reasons.items())


def _without_quality(paper: Paper, names: Names) -> tuple[MainTable, ...]:
    """Comparisons in another kind of metric, where the paper shows no quality at all: 2.1 and 2.2 judge them."""
    for kind in (MetricKind.HUMAN, MetricKind.EFFICIENCY):
        main = select(paper, names, kind).main
        if main:
            return main
    return ()


def _from_tables(
    paper: Paper, algorithm: Algorithm | None, names: Names, main: tuple[MainTable, ...], notes: tuple[str, ...]
) -> Results:
    pairs = [(table, read) for table in main for read in read_table(paper, table)]
    reads = [read for _, read in pairs]
    scores, questions = scores_of(paper, reads, names)
    named = {slug(read.setting): (read.setting, table.table, table.split) for table, read in reversed(pairs)}
    used = {score.setting_id for score in scores}
    settings = settings_of(
        paper, [named[key] for key in dict.fromkeys(slug(read.setting) for read in reads) if key in used]
    )
    lead = _ask_for_lead(scores)
    return Results(
        algorithm=algorithm,
        settings=settings,
        metrics=with_conventions(paper, with_primary(paper, _metrics(paper, reads, scores))),
        scores=scores,
        gaps=(*questions, *lead, *_cuts(main)),
        notes=(*notes, *_unknown(main)),
    )


def _cuts(main: Sequence[MainTable]) -> tuple[Question, ...]:
    """Tables that change their headers half-way: the scores below would be read under the wrong ones."""
    return tuple(
        Question(
            field="scores",
            question=f"{item.table.label} has new headers in row {item.cut + 1}: give the scores below them",
            evidence=tuple(item.table.evidence(item.cut, column) for column in _filled(item.table, item.cut)[:1]),
        )
        for item in main
        if item.cut is not None
    )


def _filled(table: Table, row: int) -> list[int]:
    return [column for column in range(table.n_columns) if table.text(row, column)]


def _unknown(main: Sequence[MainTable]) -> tuple[str, ...]:
    """Columns that were not read, because no metric is known by their names."""
    return tuple(f"{item.table.label}: no known metric in {', '.join(item.unknown)}" for item in main if item.unknown)


def _names(algorithm: Algorithm | None, named: CuratedAlgorithm | None) -> Names | None:
    if named is not None:
        return Names(named.name, named.variants)
    return Names(algorithm.name, algorithm.variants) if algorithm else None


def _metrics(paper: Paper, reads: Sequence[Read], scores: Sequence[Score]) -> tuple[Metric, ...]:
    """One record per metric that has a score, with the header or caption that names it."""
    scored = {score.metric_id for score in scores}
    metrics: dict[str, Metric] = {}
    for reading in (read.reading for read in reads):
        metric = reading.metric
        if metric.metric_id in scored and metric.metric_id not in metrics:
            metrics[metric.metric_id] = Metric(
                paper_id=paper.paper_id,
                metric_id=metric.metric_id,
                printed=bare(reading.metric_label) or reading.metric_label,
                direction=metric.direction,
                unit=_unit(reading.metric_label),
                averaging=_averaging(reading.metric_label),
                evidence=(Evidence(quote=reading.metric_label, place=reading.table.place()),),
            )
    return tuple(metrics.values())


def _unit(label: str) -> str | None:
    """The unit a header prints in brackets or after a comma."""
    return next((part.strip() for part in split_additions(label)[1] if is_unit(part) and "%" not in part), None)


def _averaging(label: str) -> str | None:
    """How a header says that classes are averaged."""
    found = re.search(r"\b(macro|micro|weighted|samples)\b", label.casefold())
    return found[1] if found else None


def _ask_for_algorithm() -> Question:
    return Question(field="algorithm", question="which method does the paper propose? No sentence or table names it")


def _ask_for_lead(scores: Sequence[Score]) -> tuple[Question, ...]:
    """Where only variants have scores, a human says which one the paper leads with."""
    own = [score for score in scores if score.role in {MethodRole.PROPOSED, MethodRole.VARIANT}]
    if not own or any(score.role is MethodRole.PROPOSED for score in own):
        return ()
    methods = ", ".join(dict.fromkeys(score.method for score in own))
    question = f"which variant does the paper lead with: {methods}? Give it as the name of the algorithm"
    return (Question(field="algorithm", question=question, evidence=own[0].evidence),)
