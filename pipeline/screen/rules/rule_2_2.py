"""2.2: the metric is a function of output and reference: automatic, deterministic, local."""

import re

from pipeline import metrics
from pipeline.results.algorithm import sentences_of
from pipeline.results.metric_names import MetricKind, named_by_id
from pipeline.screen.case import Case, Menu, Need, Rule, verdict
from schemas.evidence import Evidence
from schemas.paper import SectionRole
from schemas.screening import Verdict, VerdictCall
from schemas.task import Metric

_HUMAN = re.compile(
    r"\bhuman (?:evaluat|judg|rat(?:ed|ing|ers)|assess)\w*|\bmean opinion scores?\b"
    r"|\b(?:rated|scored|judged|graded) by "
    r"(?:\w+ ){0,3}(?:experts?|raters?|readers?|radiologists?|clinicians?|annotators?|participants?)",
    re.IGNORECASE,
)


def _judge(case: Case) -> Verdict:
    """A metric of the registry is a function. Only where every metric is a human's judgement is that a rejection."""
    found = case.results.metrics
    if not found:
        return _without_metric(case)
    human = [metric for metric in found if _is_human(metric)]
    if len(human) == len(found):
        reason = f"scored by people: {_printed(human)}"
        return verdict(case, "2.2", VerdictCall.REJECT, "human_judgement", reason, _evidence(human))
    registered = [metric for metric in found if metric.metric_id in metrics.registry()]
    if any(metric.is_primary for metric in registered):
        reason = f"computed from output and reference: {_printed(registered)}"
        return verdict(case, "2.2", VerdictCall.PASS, "function", reason, _evidence(registered))
    missing = [metric for metric in found if metric not in registered]
    reason = f"no file in pipeline/metrics computes the primary metric ({_printed(missing)})"
    return verdict(case, "2.2", VerdictCall.UNKNOWN, "not_in_registry", reason, _evidence(missing))


def _without_metric(case: Case) -> Verdict:
    hint = _human_sentence(case)
    reason = "no metric of a main result was found"
    if hint:
        reason += "; a sentence speaks of judgement by people"
    elif case.results.gaps:
        reason += ": " + case.results.gaps[0].question
    return verdict(case, "2.2", VerdictCall.UNKNOWN, "no_metric", reason, (hint,) if hint else ())


def _human_sentence(case: Case) -> Evidence | None:
    roles = (SectionRole.ABSTRACT, SectionRole.METHODS, SectionRole.RESULTS, SectionRole.OTHER)
    sentences = sentences_of(case.paper, *roles)
    return next((Evidence(quote=text, place=place) for text, place in sentences if _HUMAN.search(text)), None)


def _is_human(metric: Metric) -> bool:
    known = named_by_id(metric.metric_id)
    return known is not None and known.kind is MetricKind.HUMAN


def _printed(metrics_: list[Metric]) -> str:
    return ", ".join(metric.printed for metric in metrics_)


def _evidence(metrics_: list[Metric]) -> tuple[Evidence, ...]:
    return tuple(item for metric in metrics_ for item in metric.evidence[:1])


_MENU = Menu(
    asks="Can a program compute the score from the outputs and the reference alone, the same each time, on one "
    "machine? A random oracle with a fixed seed can.",
    passes={"function": "the main metric is computed from outputs and reference"},
    rejects={
        "human_judgement": "people rate the outputs",
        "visual_inspection": "outputs are only looked at",
        "wet_lab_measurement": "a laboratory measurement gives the score",
        "black_box_tool": "a closed program gives the score",
        "depends_on_A": "a part of the proposed method, its latent space, or answers of its own model give the score",
        "external_service": "a server or an API gives the score",
        "interactive_protocol": "the order of events decides: continual learning, test-time adaptation, a solver "
        "in a loop",
    },
    needs=Need(
        roles=(SectionRole.RESULTS, SectionRole.METHODS, SectionRole.OTHER),
        about=re.compile(r"\b(?:metrics?|measured? (?:by|as|with)|evaluation|scored?|rated|judged)\b", re.IGNORECASE),
        tables=True,
    ),
)
"""A pass lets the paper through to extraction only: there the metric has to be one that code can compute."""

RULE = Rule(rule_id="2.2", level=2, title="the metric is a function", judge=_judge, menu=_MENU)
