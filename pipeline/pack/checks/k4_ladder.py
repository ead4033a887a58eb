"""K4.11: plain baselines next to the SOTA. A task that they solve is leaking or trivial."""

import math
from collections.abc import Sequence

from pipeline.metrics import registry
from pipeline.pack.checks.check import Check, Finding, judged, warned
from pipeline.pack.checks.k4_run import unless_broken
from pipeline.pack.checks.view import PackView
from schemas.data import Measure
from schemas.pack import BaselineResult

_EXACT = 1e-9
DUMMY = "dummy"
"""The lowest rung of every ladder: it knows nothing of the inputs."""


def _ladder(view: PackView) -> Finding:
    return unless_broken(view) or judge(baselines(view), view.primary)


def judge(results: Sequence[BaselineResult], primary: str) -> Finding:
    """Fail where the dummy reaches the SOTA of the primary metric or any solver is perfect; else warn of the rest."""
    decisive = [result for result in results if result.metric == primary]
    perfect = [f"{_name(result)} is perfect" for result in decisive if _is_perfect(result)]
    reaching = [result for result in decisive if _reaches(result) and not _is_perfect(result)]
    trivial = [_reached(result) for result in reaching if result.solver == DUMMY]
    strong = [_reached(result) for result in reaching if result.solver != DUMMY]
    measures = [Measure(name=f"{_name(r)} {primary}", value=r.value, expected=r.sota) for r in decisive]
    if perfect or trivial:
        return judged((*perfect, *trivial, *strong), "", measures)
    # Metrics that the dummy wins say little by themselves; a reader of the report should know which.
    easy = dict.fromkeys(r.metric for r in results if r.solver == DUMMY and _reaches(r))
    note = f"; a constant answer already does for {', '.join(easy)}" if easy else ""
    return warned(strong, f"no baseline reaches the SOTA of {primary}{note}", measures)


def baselines(view: PackView) -> tuple[BaselineResult, ...]:
    """Every score of the ladder, next to the SOTA."""
    found = []
    for solver in view.trial.solvers:
        for instance in view.interface.instances:
            for metric in view.interface.metrics:
                value, marks = (
                    view.trial.outputs[solver].value(instance.name, metric),
                    view.marks(instance.name, metric),
                )
                if value is not None:
                    sota = marks.sota if marks else None
                    found.append(
                        BaselineResult(instance=instance.name, metric=metric, solver=solver, value=value, sota=sota)
                    )
    return tuple(found)


def _name(result: BaselineResult) -> str:
    return f"{result.instance}: {result.solver}"


def _reached(result: BaselineResult) -> str:
    return f"{_name(result)} reaches the SOTA: {result.value:.4g} against {result.sota:.4g}"


def _is_perfect(result: BaselineResult) -> bool:
    optimum = registry()[result.metric].optimum
    return optimum is not None and math.isclose(result.value, optimum, abs_tol=_EXACT)


def _reaches(result: BaselineResult) -> bool:
    return result.sota is not None and registry()[result.metric].direction.sign * (result.value - result.sota) >= 0


CHECKS = (Check("K4.11", "Baseline ladder", _ladder),)
