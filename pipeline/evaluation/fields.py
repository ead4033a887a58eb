"""Extracted fields against gold: the method, the metrics, and every score by value, method, metric and setting."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from pipeline.evaluation.decisions import Pair
from pipeline.evaluation.rates import rate
from pipeline.results.labels import squeeze
from pipeline.results.metric_names import read_metric
from pipeline.results.score_string import parse_score
from schemas.evaluation import NamedRate
from schemas.gold import GoldPaper, GoldReading, GoldScore
from schemas.snapshot import JudgedPaper
from schemas.task import Score

_STEPS = ("value", "method", "metric", "setting")


def fields(pairs: Sequence[Pair]) -> tuple[NamedRate, ...]:
    """One rate per field, over the papers that this run extracted something from."""
    read = [(gold, paper) for gold, paper in pairs if paper.scores]
    return (_algorithms(read), *_metrics(read), *_scores(read), _wrong_values(read), _grounded(read))


def _algorithms(read: Sequence[Pair]) -> NamedRate:
    return _share(
        "algorithm name", read, lambda gold, paper: _names_fit(gold, paper), lambda r: r.algorithm is not None
    )


def _names_fit(gold: GoldPaper, paper: JudgedPaper) -> bool:
    said = {
        squeeze(name)
        for reading in gold.readings
        if reading.algorithm
        for name in (reading.algorithm.name, *reading.algorithm.variants)
    }
    return any(squeeze(name) in said for a in paper.algorithms for name in (a.name, *a.variants))


def _metrics(read: Sequence[Pair]) -> tuple[NamedRate, ...]:
    def primary(gold: GoldPaper, paper: JudgedPaper) -> bool:
        beside = [metric.name for reading in gold.readings for metric in reading.metrics]
        said = {_metric(m.name, beside) for r in gold.readings for m in r.metrics if m.is_primary}
        return any(metric.is_primary and metric.metric_id in said for metric in paper.metrics)

    return (_share("primary metric", read, primary, lambda r: any(metric.is_primary for metric in r.metrics)),)


def _share(
    name: str,
    read: Sequence[Pair],
    fits: Callable[[GoldPaper, JudgedPaper], bool],
    speaks: Callable[[GoldReading], bool],
) -> NamedRate:
    """Over the papers of which a reader says something about the field."""
    known = [(gold, paper) for gold, paper in read if any(speaks(reading) for reading in gold.readings)]
    missed = tuple(gold.id for gold, paper in known if not fits(gold, paper))
    return NamedRate(name=name, rate=rate(len(known) - len(missed), len(known)), missed=missed)


def _scores(read: Sequence[Pair]) -> tuple[NamedRate, ...]:
    """Of the scores that readers list: how many we have by value, then also by method, metric and setting.

    Scores that readers took from a picture or from running text are counted apart: code never takes those.
    """
    listed = [(gold, score, paper) for gold, paper in read for score in _listed(gold) if _in_table(score)]
    lines = []
    for step in range(1, len(_STEPS) + 1):
        missed = [f"{gold.id}: {_words(score)}" for gold, score, paper in listed if not _has(paper, gold, score, step)]
        hits = len(listed) - len(missed)
        label = f"score: {', '.join(_STEPS[:step])}"
        lines.append(NamedRate(name=label, rate=rate(hits, len(listed)), missed=tuple(missed)))
    return tuple(lines)


def _listed(gold: GoldPaper) -> list[GoldScore]:
    """The scores of the first reader that lists any."""
    return list(next((reading.scores for reading in gold.readings if reading.scores), ()))


def _in_table(score: GoldScore) -> bool:
    return (score.table or "").casefold().lstrip("*").startswith(("tab", "suppl. tab", "extended data tab"))


def _has(paper: JudgedPaper, gold: GoldPaper, wanted: GoldScore, steps: int) -> bool:
    several = len(paper.settings) > 1
    metric = _metric(wanted.metric, _names(gold))
    tests: tuple[Callable[[Score], bool], ...] = (
        lambda score: _number(score.printed) == _number(wanted.printed) is not None,
        lambda score: squeeze(score.method) == squeeze(wanted.method),
        lambda score: score.metric_id == metric,
        lambda score: not several or _alike(score.setting_id, wanted.setting),
    )
    return any(all(test(score) for test in tests[:steps]) for score in paper.scores)


def _alike(one: str, other: str) -> bool:
    first, second = squeeze(one), squeeze(other)
    return first in second or second in first


def _wrong_values(read: Sequence[Pair]) -> NamedRate:
    """Of our scores whose method and metric a reader lists once and we have once: how many have the reader's value."""
    pairs = [
        (gold.id, theirs[0], ours[0])
        for gold, paper in read
        for theirs, ours in _by_cell(gold, paper)
        if len(theirs) == len(ours) == 1
    ]
    missed = tuple(
        f"{paper_id}: {_words(theirs)}, here {ours.printed}"
        for paper_id, theirs, ours in pairs
        if _number(ours.printed) != _number(theirs.printed)
    )
    hits = len(pairs) - len(missed)
    return NamedRate(name="right value of method and metric", rate=rate(hits, len(pairs)), missed=missed)


def _by_cell(gold: GoldPaper, paper: JudgedPaper) -> Iterable[tuple[list[GoldScore], list[Score]]]:
    """The scores of the reader and ours under one method and metric."""
    theirs: dict[tuple[str, str], list[GoldScore]] = defaultdict(list)
    ours: dict[tuple[str, str], list[Score]] = defaultdict(list)
    for score in _listed(gold):
        theirs[squeeze(score.method), _metric(score.metric, _names(gold))].append(score)
    for kept in paper.scores:
        ours[squeeze(kept.method), kept.metric_id].append(kept)
    return ((theirs[key], ours[key]) for key in theirs if key in ours)


def _names(gold: GoldPaper) -> list[str]:
    """All metric names of a paper: they settle what a short one means."""
    return list(dict.fromkeys(score.metric for score in _listed(gold)))


def _grounded(read: Sequence[Pair]) -> NamedRate:
    """Of the scores we keep: those whose first evidence is the printed text at a table cell."""
    kept = [(gold.id, score) for gold, paper in read for score in paper.scores]
    missed = tuple(
        f"{paper_id}: {score.method} {score.metric_id}"
        for paper_id, score in kept
        if not score.evidence or score.evidence[0].quote != score.printed or score.evidence[0].place.table is None
    )
    return NamedRate(name="score grounded in a cell", rate=rate(len(kept) - len(missed), len(kept)), missed=missed)


def _number(printed: str) -> float | None:
    parsed = parse_score(printed)
    return parsed.value if parsed else None


def _metric(name: str, beside: Iterable[str]) -> str:
    found = read_metric(name, beside)
    return found.metric_id if found else squeeze(name)


def _words(score: GoldScore) -> str:
    return f"{score.setting}, {score.metric} of {score.method} = {score.printed} ({score.table})"
