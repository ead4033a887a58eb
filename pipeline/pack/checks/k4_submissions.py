"""K4.8-K4.10 and K4.12: the truth is perfect, nonsense gets no score, knowing nothing pays nothing."""

import math
import shutil
from collections.abc import Iterator

from pipeline.metrics import registry
from pipeline.pack import layout
from pipeline.pack.checks.check import Check, Finding, judged
from pipeline.pack.checks.view import PackView
from schemas.data import Measure

_EXACT = 1e-9
_Z = 4.0
"""Width of the band of chance around the floor, in standard errors of a correlation (1 / sqrt n)."""


def _truth_is_perfect(view: PackView) -> Finding:
    return judged(_imperfect(view), "the truth scores the optimum on every instance, in any order of rows")


def _imperfect(view: PackView) -> Iterator[str]:
    reports = view.trial.reports
    for instance in view.interface.instances:
        for metric in view.interface.metrics:
            straight = reports["truth"].value(instance.name, metric)
            mixed = reports["truth in another order"].value(instance.name, metric)
            optimum = registry()[metric].optimum
            if straight is None:
                yield f"{instance.name}: the truth has no {metric}: {reports['truth'].scores.get(instance.name)}"
            elif optimum is not None and not math.isclose(straight, optimum, abs_tol=_EXACT):
                yield f"{instance.name}: the truth has {metric} {straight}, the optimum is {optimum}"
            if straight is not None and (mixed is None or not math.isclose(straight, mixed, abs_tol=_EXACT)):
                yield f"{instance.name}: {metric} is {straight}, and {mixed} with the rows in another order"


def _malformed(view: PackView) -> Finding:
    cases = view.trial.malformed
    problems = [problem for case in cases for problem in _accepted(view, case)]
    if view.trial.marker.exists():
        problems.append("a payload inside a submission was executed")
    return judged(
        problems, f"{len(cases)} malformed submissions get null and a reason, and nothing in them is executed"
    )


def _accepted(view: PackView, case: str) -> Iterator[str]:
    report = view.trial.reports[case]
    if report.code:
        yield f"{case}: taken for a fault of the evaluator: {report.scores}"
        return
    for instance in view.interface.instances:
        scores = report.scores.get(instance.name) or {}
        if any(scores.get(metric) is not None for metric in view.interface.metrics):
            yield f"{case} on {instance.name}: scored"
        elif not scores.get("error"):
            yield f"{case} on {instance.name}: no reason is given"


def _controls(view: PackView) -> Finding:
    problems: list[str] = []
    measures: list[Measure] = []
    for instance in view.interface.instances:
        marks = view.marks(instance.name, view.primary)
        if marks is None or marks.floor is None:
            problems.append(f"{instance.name}: scoring.json has no floor of {view.primary}")
            continue
        chance = _chance(marks.floor, marks.low, marks.high, instance.n_rows)
        values = {name: view.trial.reports[name].value(instance.name, view.primary) for name in view.trial.controls}
        for control, value in values.items():
            if value is None:
                continue
            measures.append(Measure(name=f"{instance.name}: {control}", value=value, expected=marks.floor))
            if marks.direction.sign * (value - marks.floor) > chance:
                problems.append(
                    f"{instance.name}: {control} has {view.primary} {value:.4g}, the floor is {marks.floor:.4g}"
                )
        reached = [marks.direction.sign * (value - marks.floor) for value in values.values() if value is not None]
        if reached and max(reached) < -chance:
            problems.append(f"{instance.name}: no control comes near the floor of {view.primary}, {marks.floor:.4g}")
    return judged(
        problems, f"{len(view.trial.controls)} controls are no better than the floor of {view.primary}", measures
    )


def _chance(floor: float, low: float | None, high: float | None, rows: int) -> float:
    """How far above the floor chance may carry a shuffled truth."""
    scale = abs(floor) if low is None or high is None else 1.0
    return _Z * scale / math.sqrt(rows) + _EXACT


def _told_apart(view: PackView) -> Finding:
    """With its truth broken the evaluator must blame itself; with a broken submission, the submission."""
    home = view.scratch / "broken" / "evaluation"
    shutil.copytree(view.pack_dir / layout.EVALUATOR.parent, home)
    first = view.interface.instances[0]
    truth = home / layout.GROUND_TRUTH.name / first.name / first.truth_file
    truth.chmod(0o644)
    truth.write_text("not the truth\n")
    report = view.trial.evaluate(home / layout.EVALUATOR.name, {"truth": view.trial.folder("truth")})["truth"]
    problems = [] if report.code and "evaluator_error" in report.scores else ["a broken ground truth is not reported"]
    invalid = view.trial.reports["wrong ids"]
    problems += [] if not invalid.code else ["an invalid submission is taken for a fault of the evaluator"]
    return judged(
        problems, "a fault of the evaluator ends with code 1 and its reason, an invalid submission with nulls"
    )


CHECKS = (
    Check("K4.8", "Truth as submission is perfect", _truth_is_perfect),
    Check("K4.9", "Malformed submissions get no score", _malformed),
    Check("K4.10", "Controls are no better than the floor", _controls),
    Check("K4.12", "Evaluator error and invalid submission are told apart", _told_apart),
)
