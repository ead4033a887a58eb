"""What changes a result without changing its name: how classes are averaged, and from which score on a row is positive.

Each is taken from the sentence that says it, or from the metric's own definition, and then marked as assumed.
"""

import re
from collections.abc import Iterator, Sequence

from pipeline import metrics as registry
from pipeline.metrics.spec import InputKind, MetricSpec
from pipeline.results.algorithm import sentences_of
from pipeline.results.metric_names import metric_words
from schemas.evidence import Evidence, Place
from schemas.paper import Paper, SectionRole
from schemas.task import Metric

_AVERAGES = re.compile(r"\b(macro|micro|weighted)[- ]?(?:averag\w*|f1|mean)", re.IGNORECASE)
_THRESHOLD = re.compile(
    r"(?:(?:decision|classification|probability|default|cut-?off) (?:threshold|value|cut-?off)|threshold|cut-?off)"
    r"(?: value| probability| score)?(?: of| at| was set (?:to|at)| is set (?:to|at)| set (?:to|at)|:| =) ?(0?\.\d+)\b",
    re.IGNORECASE,
)
_PROBABLE = re.compile(r"probab|predict|classif|positive", re.IGNORECASE)
_WHERE = (SectionRole.METHODS, SectionRole.RESULTS, SectionRole.OTHER)

Said = tuple[str, Evidence]


def with_conventions(paper: Paper, metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """The metrics with their averaging and threshold, each with its sentence or named as assumed."""
    sentences = list(sentences_of(paper, *_WHERE))
    threshold = next(_thresholds(sentences), None)
    return tuple(_settled(metric, sentences, threshold) for metric in metrics)


def _settled(metric: Metric, sentences: Sequence[tuple[str, Place]], threshold: Said | None) -> Metric:
    spec = registry.registry().get(metric.metric_id)
    if spec is None or spec.input_kind is not InputKind.LABELS:
        return metric
    averaging, evidence, assumptions = _averaging(metric, spec, sentences)
    cut = metric.threshold
    if threshold and cut is None and spec.averaging == ("binary",):
        cut, evidence = float(threshold[0]), (*evidence, threshold[1])
    return metric.model_copy(
        update={
            "averaging": averaging,
            "threshold": cut,
            "assumptions": (*metric.assumptions, *assumptions),
            "evidence": (*metric.evidence, *evidence),
        }
    )


def _averaging(
    metric: Metric, spec: MetricSpec, sentences: Sequence[tuple[str, Place]]
) -> tuple[str | None, tuple[Evidence, ...], tuple[str, ...]]:
    """The averaging, what shows it, and what is assumed. What the name itself says needs no more."""
    if metric.averaging or not spec.averaging:
        return metric.averaging, (), ()
    own = spec.averaging[0]
    if own != "binary":
        return own, (), ()  # a macro or micro metric was recognised by its name
    said = next(_averages(metric, sentences), None)
    if said is not None:
        return said[0], (said[1],), ()
    return own, (), (f"averaging: {own}",)


def _averages(metric: Metric, sentences: Sequence[tuple[str, Place]]) -> Iterator[Said]:
    """Sentences that name the metric and a way to average it."""
    names = {metric.printed, *metric_words(metric.metric_id)}
    for sentence, place in sentences:
        found = _AVERAGES.search(sentence)
        if found and any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence) for name in names if len(name) > 1):
            yield found[1].lower(), Evidence(quote=sentence, place=place)


def _thresholds(sentences: Sequence[tuple[str, Place]]) -> Iterator[Said]:
    """Sentences that give the threshold of a class; other thresholds (of a distance, an identity) are not meant."""
    for sentence, place in sentences:
        found = _THRESHOLD.search(sentence)
        if found and 0 < float(found[1]) < 1 and _PROBABLE.search(sentence):
            yield found[1], Evidence(quote=sentence, place=place)
