"""Which metric the paper leads with, and how that is shown.

In this order: the only metric; the first one that the abstract names beside a number, else the first it names; the
one the text stresses most ("in terms of MCC", "the highest MCC"); else a documented order of preference, which is
marked as assumed.
"""

import re
from collections.abc import Iterable, Sequence

from pipeline.results.algorithm import sentences_of
from pipeline.results.metric_names import metric_words
from schemas.evidence import Evidence, Place
from schemas.paper import Paper, SectionRole
from schemas.task import Metric

# Insensitive to class imbalance first, then the usual headline of a kind of task.
PREFERENCE = (
    "matthews_correlation",
    "auroc",
    "auprc",
    "average_precision",
    "detection_average_precision",
    "f1_macro",
    "f1",
    "balanced_accuracy",
    "dice",
    "jaccard",
    "accuracy",
    "top_1_accuracy",
    "rmse",
    "mae",
    "r2",
    "spearman",
    "pearson",
)
_STRESS = re.compile(
    r"\b(?:in terms of|(?:highest|best|lowest|superior|better|improv\w+|increas\w+)(?: \w+){0,3}|overall|primary|main|"
    r"measured (?:by|with)|ranked by|evaluated (?:by|with)|according to|based on|use|using|report)\b",
    re.IGNORECASE,
)


def with_primary(paper: Paper, metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """The metrics, one of them marked as primary with the sentence that shows it (or marked as assumed)."""
    if not metrics:
        return ()
    chosen, evidence, is_assumed = _choose(paper, metrics)
    return tuple(
        metric.model_copy(
            update={"is_primary": True, "is_assumed": is_assumed, "evidence": (*metric.evidence, *evidence)}
        )
        if metric is chosen
        else metric
        for metric in metrics
    )


def _choose(paper: Paper, metrics: Sequence[Metric]) -> tuple[Metric, tuple[Evidence, ...], bool]:
    if len(metrics) == 1:
        return metrics[0], (), False
    for found in (_headline(paper, metrics), _stressed(paper, metrics)):
        if found:
            return found[0], (found[1],), False
    ranked = sorted(metrics, key=lambda metric: _preference(metric.metric_id))
    return ranked[0], (), True


def _headline(paper: Paper, metrics: Sequence[Metric]) -> tuple[Metric, Evidence] | None:
    """The first metric of the abstract, sentences with a number first."""
    sentences = list(sentences_of(paper, SectionRole.ABSTRACT))
    with_numbers = [item for item in sentences if re.search(r"\d", item[0])]
    return _first_named(with_numbers, metrics) or _first_named(sentences, metrics)


def _first_named(sentences: Iterable[tuple[str, Place]], metrics: Sequence[Metric]) -> tuple[Metric, Evidence] | None:
    for sentence, place in sentences:
        positions = [(at, metric) for metric in metrics if (at := _position(sentence, metric)) is not None]
        if positions:
            first = min(positions, key=lambda item: item[0])
            return first[1], Evidence(quote=sentence, place=place)
    return None


def _stressed(paper: Paper, metrics: Sequence[Metric]) -> tuple[Metric, Evidence] | None:
    """The metric that is most often named right after a word that stresses it; None where two are level."""
    counts: dict[str, int] = {metric.metric_id: 0 for metric in metrics}
    first: dict[str, Evidence] = {}
    roles = (SectionRole.RESULTS, SectionRole.DISCUSSION, SectionRole.METHODS, SectionRole.OTHER)
    for sentence, place in sentences_of(paper, *roles):
        for match in _STRESS.finditer(sentence):
            named = _first_named([(sentence[match.end() : match.end() + 40], place)], metrics)
            if named:
                counts[named[0].metric_id] += 1
                first.setdefault(named[0].metric_id, Evidence(quote=sentence, place=place))
    ranked = sorted(metrics, key=lambda metric: -counts[metric.metric_id])
    top, second = (counts[metric.metric_id] for metric in ranked[:2])
    return (ranked[0], first[ranked[0].metric_id]) if top > second else None


def _position(text: str, metric: Metric) -> int | None:
    """Where a text first names a metric. Short names are looked for in their own case."""
    found = [
        match.start()
        for name in {metric.printed, *metric_words(metric.metric_id)}
        if len(name) > 1
        for match in [_pattern(name).search(text)]
        if match
    ]
    return min(found, default=None)


def _pattern(name: str) -> re.Pattern[str]:
    words = r"[\s\-\u2010\u2011]?".join(map(re.escape, re.split(r"[\s-]+", name)))
    return re.compile(rf"(?<!\w){words}s?(?!\w)", 0 if len(name) <= 4 else re.IGNORECASE)


def _preference(metric_id: str) -> int:
    return PREFERENCE.index(metric_id) if metric_id in PREFERENCE else len(PREFERENCE)
