"""K4.11: plain baselines next to the SOTA. A task that they solve is leaking or trivial."""

import math

from pipeline.metrics import registry
from pipeline.pack.checks.check import Check, Finding, judged, warned
from pipeline.pack.checks.k4_run import unless_broken
from pipeline.pack.checks.trial import LADDER
from pipeline.pack.checks.view import PackView
from schemas.data import Measure
from schemas.pack import BaselineResult

_EXACT = 1e-9


def _ladder(view: PackView) -> Finding:
    if broken := unless_broken(view):
        return broken
    failures: list[str] = []
    warnings: list[str] = []
    measures: list[Measure] = []
    for result in baselines(view):
        if result.metric != view.primary:
            continue
        name = f"{result.instance}: {result.solver}"
        measures.append(Measure(name=f"{name} {view.primary}", value=result.value, expected=result.sota))
        if _is_perfect(result):
            failures.append(f"{name} is perfect")
        elif result.sota is not None and _reaches(result, result.sota):
            (failures if result.solver == LADDER[0] else warnings).append(
                f"{name} reaches the SOTA: {result.value:.4g} against {result.sota:.4g}"
            )
    if failures:
        return judged((*failures, *warnings), "", measures)
    fine = f"no baseline reaches the SOTA of {view.primary}"
    easy = _easy(view)
    return warned(warnings, f"{fine}; a constant answer already does for {', '.join(easy)}" if easy else fine, measures)


def _easy(view: PackView) -> tuple[str, ...]:
    """The other metrics whose SOTA the dummy reaches somewhere: they say little by themselves."""
    dummies = (result for result in baselines(view) if result.solver == LADDER[0] and result.metric != view.primary)
    reached = (result.metric for result in dummies if result.sota is not None and _reaches(result, result.sota))
    return tuple(dict.fromkeys(reached))


def baselines(view: PackView) -> tuple[BaselineResult, ...]:
    """Every score of the ladder, next to the SOTA."""
    found = []
    for solver in LADDER:
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


def _is_perfect(result: BaselineResult) -> bool:
    optimum = registry()[result.metric].optimum
    return optimum is not None and math.isclose(result.value, optimum, abs_tol=_EXACT)


def _reaches(result: BaselineResult, sota: float) -> bool:
    sign = registry()[result.metric].direction.sign
    return sign * (result.value - sota) >= 0


CHECKS = (Check("K4.11", "Baseline ladder", _ladder),)
