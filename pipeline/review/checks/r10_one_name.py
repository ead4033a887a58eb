"""R10: one name for one thing, and one thing for one name."""

import re
from collections.abc import Iterable

from pipeline.results.labels import squeeze
from pipeline.review.check import Case, Check, finding
from pipeline.review.parts import SCORES
from schemas.paper import Paper
from schemas.review import Finding, Severity
from schemas.task import MethodRole, Task


def _attack(case: Case) -> Iterable[Finding]:
    for test in (_settings, _metrics, _methods, _marks, _leads):
        yield from test(case.paper, case.task)
    yield from case.asked("R10", SCORES)


def _settings(paper: Paper, task: Task) -> Iterable[Finding]:
    """Two settings under one name would make two instances of one test set."""
    for names in _alike(setting.name for setting in task.settings):
        reason = f"settings that differ only in spelling: {_listed(names)}"
        yield finding(paper, "R10", f"settings.{names[0]}", Severity.CRITICAL, reason, recommended=names[0])


def _metrics(paper: Paper, task: Task) -> Iterable[Finding]:
    for names in _alike(metric.printed for metric in task.metrics):
        reason = f"metrics that differ only in spelling: {_listed(names)}"
        yield finding(paper, "R10", f"metrics.{names[0]}", Severity.NORMAL, reason, recommended=names[0])


def _methods(paper: Paper, task: Task) -> Iterable[Finding]:
    """Spellings of one method; critical where both have a score of one metric in one setting."""
    for names in _alike(score.method for score in task.scores):
        keys = [
            (score.setting_id, score.metric_id, squeeze(score.method)) for score in task.scores if score.method in names
        ]
        severity = Severity.CRITICAL if len(set(keys)) < len(keys) else Severity.NORMAL
        reason = f"methods that differ only in spelling: {_listed(names)}"
        yield finding(paper, "R10", f"methods.{names[0]}", severity, reason, recommended=names[0])


def _marks(paper: Paper, task: Task) -> Iterable[Finding]:
    """`GPSuc18` beside `GPSuc`: a citation number may still hang on the name."""
    methods = sorted({score.method for score in task.scores})
    for method in methods:
        match = re.fullmatch(r"(.*[A-Za-z])\s?\d{1,3}", method)
        if match and match[1] in methods:
            reason = f"{method!r} may be {match[1]!r} with a citation mark"
            yield finding(
                paper, "R10", f"methods.{method}.mark", Severity.NORMAL, reason, current=method, recommended=match[1]
            )


def _leads(paper: Paper, task: Task) -> Iterable[Finding]:
    """One named variant is the one the paper leads with."""
    leads = tuple(dict.fromkeys(score.method for score in task.scores if score.role is MethodRole.PROPOSED))
    if len({squeeze(name) for name in leads}) > 1:
        reason = f"more than one method is the proposed one: {_listed(leads)}"
        yield finding(paper, "R10", "methods.proposed", Severity.CRITICAL, reason, recommended=task.algorithm.name)


def _alike(names: Iterable[str]) -> Iterable[tuple[str, ...]]:
    """Groups of different names that are equal without case, hyphens, spaces and marks."""
    groups: dict[str, dict[str, None]] = {}
    for name in names:
        groups.setdefault(squeeze(name), {})[name] = None
    return (tuple(group) for group in groups.values() if len(group) > 1)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


CHECK = Check(
    check_id="R10",
    title="one name for one thing",
    attack=_attack,
    paths=r"(?:settings|metrics|scores)\..+\.(?:name|printed|method)",
    by_code=True,
)
