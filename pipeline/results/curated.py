"""What a human said of the results, laid over what was read. A list that a human gives is the whole list."""

from collections.abc import Iterable
from dataclasses import replace

from pipeline.offers import data_sources
from pipeline.results.fields import locate, replaced, with_value
from pipeline.results.labels import squeeze
from pipeline.results.metric_names import NamedMetric, named_by_id
from pipeline.results.model import Results
from pipeline.results.pictures import picture_at
from pipeline.results.scale import scale_of
from pipeline.results.score_string import parse_score
from schemas.base import Record
from schemas.curation import CuratedScore, Curation
from schemas.evidence import Evidence
from schemas.outcome import Question
from schemas.paper import Paper
from schemas.task import Algorithm, Direction, Metric, Score, Setting


def with_curation(paper: Paper, read: Results, curation: Curation) -> Results:
    """The results with the human's entries in place, each with `decider` the human. Read-only for what is not named."""
    settings = _settings(paper, curation) or read.settings
    metrics = _metrics(paper, curation) or read.metrics
    kept = _kept(read.scores, settings, metrics)
    scores, questions = _scores(paper, curation, settings, metrics)
    merged = {_key(score): score for score in (*kept, *scores)}
    gaps = tuple(gap for gap in read.gaps if not _is_answered(gap, curation))
    laid = replace(
        read,
        algorithm=_algorithm(paper, curation) or read.algorithm,
        settings=settings,
        metrics=metrics,
        scores=tuple(merged.values()),
        gaps=(*gaps, *questions),
    )
    return _with_changes(laid, curation)


def _with_changes(results: Results, curation: Curation) -> Results:
    """Single fields that a human set; a path or value that does not fit becomes a question."""
    head = (results.algorithm,) if results.algorithm else ()
    records: tuple[Record, ...] = (*head, *results.settings, *results.metrics, *results.scores)
    questions: list[Question] = []
    for change in curation.changes:
        found = locate(records, change.field)
        made = with_value(*found, change.value, curation.decider_of(change)) if found else "nothing has this path"
        if isinstance(made, str):
            text = f"the curated change of {change.field} cannot be used: {made}"
            questions.append(Question(field=change.field, question=text))
        elif found:
            records = replaced(records, found[0], made)
    return replace(
        results,
        algorithm=next((record for record in records if isinstance(record, Algorithm)), None),
        settings=tuple(record for record in records if isinstance(record, Setting)),
        metrics=tuple(record for record in records if isinstance(record, Metric)),
        scores=tuple(record for record in records if isinstance(record, Score)),
        gaps=(*results.gaps, *questions),
    )


def _algorithm(paper: Paper, curation: Curation) -> Algorithm | None:
    named = curation.algorithm
    if named is None:
        return None
    return Algorithm(
        paper_id=paper.paper_id,
        name=named.name,
        variants=named.variants,
        evidence=paper.find(named.name)[:1],
        decider=curation.decider_of(named),
    )


def _settings(paper: Paper, curation: Curation) -> tuple[Setting, ...]:
    return tuple(
        Setting(
            paper_id=paper.paper_id,
            setting_id=entry.setting_id,
            name=entry.name,
            task=entry.task,
            protocol=entry.protocol,
            sources=entry.sources or data_sources(paper),
            evidence=paper.find(entry.name)[:1],
            decider=curation.decider_of(entry),
        )
        for entry in curation.settings
    )


def _metrics(paper: Paper, curation: Curation) -> tuple[Metric, ...]:
    return tuple(
        Metric(
            paper_id=paper.paper_id,
            metric_id=entry.metric_id,
            printed=entry.printed,
            direction=entry.direction,
            unit=entry.unit,
            is_primary=entry.is_primary,
            evidence=paper.find(entry.printed)[:1],
            decider=curation.decider_of(entry),
        )
        for entry in curation.metrics
    )


def _kept(scores: Iterable[Score], settings: tuple[Setting, ...], metrics: tuple[Metric, ...]) -> tuple[Score, ...]:
    """The read scores that belong to settings and metrics that still exist."""
    setting_ids = {setting.setting_id for setting in settings}
    metric_ids = {metric.metric_id for metric in metrics}
    return tuple(score for score in scores if score.setting_id in setting_ids and score.metric_id in metric_ids)


def _scores(
    paper: Paper, curation: Curation, settings: tuple[Setting, ...], metrics: tuple[Metric, ...]
) -> tuple[tuple[Score, ...], tuple[Question, ...]]:
    setting_ids = {setting.setting_id for setting in settings}
    metric_ids = {metric.metric_id for metric in metrics}
    scores: list[Score] = []
    questions: list[Question] = []
    for entry in curation.scores:
        made = _score(paper, curation, entry)
        if entry.setting_id not in setting_ids:
            questions.append(_about(entry, f"no setting is called {entry.setting_id!r}"))
        elif entry.metric_id not in metric_ids:
            questions.append(_about(entry, f"no metric is called {entry.metric_id!r}"))
        elif isinstance(made, str):
            questions.append(_about(entry, made))
        else:
            scores.append(made)
    return tuple(scores), tuple(questions)


def _score(paper: Paper, curation: Curation, entry: CuratedScore) -> Score | str:
    """The record of one curated score, or what is wrong with it."""
    parsed = parse_score(entry.printed)
    picture = picture_at(paper, entry.where)
    if parsed is None or parsed.value is None:
        return f"{entry.printed!r} is no score string that can be read"
    if picture is None:
        return f"the paper has no figure or table called {entry.where!r}"
    metric = named_by_id(entry.metric_id) or NamedMetric(entry.metric_id, Direction.HIGHER)
    alike = (parse_score(other.printed) for other in curation.scores if other.metric_id == entry.metric_id)
    factor = scale_of(metric, "%" if parsed.unit else "", [score for score in alike if score]).factor
    if factor is None:
        return f"{entry.printed!r} does not fit the range of {entry.metric_id}"
    return Score(
        paper_id=paper.paper_id,
        setting_id=entry.setting_id,
        metric_id=entry.metric_id,
        method=entry.method,
        role=entry.role,
        printed=entry.printed,
        value=round(parsed.value * factor, 12),
        factor=factor,
        spread=None if parsed.spread is None else round(parsed.spread * factor, 12),
        low=None if parsed.low is None else round(parsed.low * factor, 12),
        high=None if parsed.high is None else round(parsed.high * factor, 12),
        n=parsed.n,
        is_from_figure=picture.is_picture,
        evidence=(Evidence(quote=picture.caption, place=picture.place),),
        decider=curation.decider_of(entry),
    )


def _key(score: Score) -> tuple[str, str, str]:
    return score.setting_id, score.metric_id, squeeze(score.method)


def _about(entry: CuratedScore, problem: str) -> Question:
    field = f"scores.{entry.setting_id}.{entry.metric_id}.{entry.method}"
    return Question(
        field=field, question=f"the curated score of {entry.method} ({entry.where}) cannot be used: {problem}"
    )


def _is_answered(gap: Question, curation: Curation) -> bool:
    """True where the human filled the list a question asks for, or the one score it asks for."""
    head, *rest = gap.field.split(".", 1)
    if not rest:
        return bool(getattr(curation, head, None))
    return rest[0] in {f"{score.setting_id}.{score.metric_id}.{score.method}" for score in curation.scores}
