"""K4.13: careless variants of each metric are told apart by its known values, and the evaluator holds none of them."""

from functools import cache

from pipeline.metrics import registry
from pipeline.metrics.mutants import Fate, MutantReport, kill_rate
from pipeline.pack.checks.check import Check, Finding, judged
from pipeline.pack.checks.k4_run import unless_broken
from pipeline.pack.checks.recomputed import differing
from pipeline.pack.checks.view import PackView
from schemas.data import Measure

_WANTED = 0.9


def _mutants(view: PackView) -> Finding:
    reports = [_report(name) for name in view.interface.metrics if name in registry()]
    measures = [Measure(name=report.metric_id, value=round(report.rate, 4), expected=_WANTED) for report in reports]
    problems = [
        f"{report.metric_id}: {report.rate:.0%} killed; alive: {', '.join(report.named(Fate.SURVIVED))}"
        for report in reports
        if report.rate < _WANTED
    ]
    problems += [] if unless_broken(view) else differing(view, view.trial.solvers)
    return judged(
        problems,
        f"the evaluator agrees with the registry, and at least {_WANTED:.0%} of the mutants of every metric are killed",
        measures,
    )


@cache
def _report(metric_id: str) -> MutantReport:
    return kill_rate(registry()[metric_id])


CHECKS = (Check("K4.13", "Metric mutants", _mutants),)
