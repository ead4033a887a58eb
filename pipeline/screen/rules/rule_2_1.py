"""2.1: quality decides, and the proposed method is at or above the best baseline in most main settings."""

import re
from collections.abc import Iterable

from pipeline.results.metric_names import MetricKind, named_by_id
from pipeline.screen.case import Case, Menu, Need, Rule, verdict
from schemas.evidence import DecidedBy, Evidence
from schemas.paper import SectionRole
from schemas.screening import Verdict, VerdictCall
from schemas.task import MethodRole, Metric, Score, Task

LEAST_SETTINGS = 2
"""A method that falls short in one setting only may be a row that was taken for the proposed one: a human looks."""


def _judge(case: Case) -> Verdict:
    """Pass and `not_competitive` rest on printed scores; what has none is unknown, with the first gap as the reason."""
    task = case.results.task()
    if task is None:
        return _without_scores(case)
    if case.results.gaps:
        return _unknown(case, "a score is open: " + case.results.gaps[0].question, case.results.gaps[0].evidence)
    kind = named_by_id(task.primary.metric_id)
    if kind is not None and kind.kind is MetricKind.EFFICIENCY:
        reason = f"the primary metric, {task.primary.printed}, measures efficiency"
        return verdict(case, "2.1", VerdictCall.REJECT, "efficiency_only", reason, task.primary.evidence)
    return _by_any(case, task) if task.primary.is_assumed else _compared(case, task, task.primary)


def _by_any(case: Case, task: Task) -> Verdict:
    """Which metric leads is for a human to say; the reason tells whether the answer makes a difference."""
    by_metric = [_compared(case, task, metric) for metric in task.metrics if _is_quality(metric)]
    held = bool(by_metric) and all(judged.call is VerdictCall.PASS for judged in by_metric)
    reason = f"the paper does not show which metric it leads with ({task.primary.printed} is only assumed)"
    return _unknown(
        case, f"{reason}; the method holds on {'each' if held else 'not all'} of them", task.primary.evidence
    )


def _is_quality(metric: Metric) -> bool:
    known = named_by_id(metric.metric_id)
    return known is None or known.kind is MetricKind.QUALITY


def _compared(case: Case, task: Task, primary: Metric) -> Verdict:
    """Count the settings in which the best own score ties or beats the best baseline. Figures never decide."""
    pairs = [pair for setting in task.settings if (pair := _pair(task, setting.setting_id, primary))]
    if not pairs:
        return _unknown(case, f"no setting has a score of the method and of a baseline in {primary.printed}")
    sign = primary.direction.sign
    held = [sign * own.value >= sign * other.value for own, other in pairs]
    evidence = tuple(item for pair in pairs for score in pair for item in score.evidence[:1])
    words = "; ".join(_words(own, other) for own, other in pairs[:3])
    reason = f"at or above the best baseline on {primary.printed} in {sum(held)} of {len(held)} settings ({words})"
    if sum(held) * 2 > len(held):
        return verdict(case, "2.1", VerdictCall.PASS, "quality", reason, evidence)
    if sum(held) * 2 == len(held) or len(held) < LEAST_SETTINGS:
        return _unknown(case, reason, evidence)
    return verdict(case, "2.1", VerdictCall.REJECT, "not_competitive", reason, evidence)


def _pair(task: Task, setting_id: str, primary: Metric) -> tuple[Score, Score] | None:
    """The best score of the method (any variant) and of a baseline, both fit to decide."""
    scores = [score for score in task.scores_of(setting_id, primary.metric_id) if _may_decide(score)]
    own = _first(scores, {MethodRole.PROPOSED}) or _first(scores, {MethodRole.VARIANT})
    other = _first(scores, {MethodRole.BASELINE})
    return (own, other) if own and other else None


def _may_decide(score: Score) -> bool:
    """A score read from a picture decides only where a human read it."""
    return not score.is_from_figure or score.decider.by is DecidedBy.HUMAN


def _first(scores: Iterable[Score], roles: set[MethodRole]) -> Score | None:
    return next((score for score in scores if score.role in roles), None)


def _words(own: Score, other: Score) -> str:
    return f"{own.setting_id}: {own.method} {own.printed} against {other.method} {other.printed}"


def _without_scores(case: Case) -> Verdict:
    gaps = case.results.gaps
    reason = "; ".join(dict.fromkeys(gap.question for gap in gaps)) or "the task tuple is incomplete"
    return _unknown(case, reason, tuple(item for gap in gaps for item in gap.evidence))


def _unknown(case: Case, reason: str, evidence: tuple[Evidence, ...] = ()) -> Verdict:
    return verdict(case, "2.1", VerdictCall.UNKNOWN, "no_scores" if not evidence else "undecided", reason, evidence)


_MENU = Menu(
    asks="Which measure carries the paper's claim: how good the outputs are, or something else? Whether the scores are "
    "high enough is not asked: code compares the numbers later. Where quality and speed are both claimed, quality has "
    "to hold alone.",
    passes={
        "quality": "the claim rests on a measure of output quality, reported for the method and for methods of others"
    },
    rejects={
        "efficiency_only": "only speed, memory, size or cost is compared",
        "analysis_only": "the experiments explain or illustrate; nothing is compared by a score",
    },
    needs=Need(
        roles=(SectionRole.RESULTS, SectionRole.OTHER, SectionRole.DISCUSSION),
        about=re.compile(
            r"\b(?:outperform|compar|baseline|metric|accurac|score|error|better than|evaluat)", re.IGNORECASE
        ),
        tables=True,
    ),
)
"""A pass lets the paper through to extraction only: the rule is judged again there, by code, on the numbers."""

RULE = Rule(rule_id="2.1", level=2, title="quality decides", judge=_judge, menu=_MENU)
