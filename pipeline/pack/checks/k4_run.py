"""K4.1-K4.7: baselines, the starter and the evaluator run, and what they write has the right form."""

import json
import math
from collections.abc import Iterator
from typing import Any

from pipeline.metrics import registry
from pipeline.pack import layout
from pipeline.pack.checks.check import Check, Finding, judged, skipped
from pipeline.pack.checks.trial import Report
from pipeline.pack.checks.view import PackView
from pipeline.pack.runner import Run, run_python
from schemas.data import Measure

_EVALUATOR_SECONDS = 120
_NEGLIGIBLE = 1e-9


def _generated(view: PackView) -> Finding:
    kind = view.interface.instances[0].kind
    return judged(
        (), f"{len(view.trial.solvers)} solvers for tables that answer with {kind}: {', '.join(view.trial.solvers)}"
    )


def _runs(view: PackView) -> Finding:
    runs = view.trial.ladder
    problems = [f"{name} {run.fault}" for name, run in runs.items() if run.fault]
    seconds = [Measure(name=f"{name} seconds", value=round(run.seconds, 1)) for name, run in runs.items()]
    return judged(problems, f"every solver ran on {len(view.instances)} instances with problem/ alone", seconds)


def _meets_readme(view: PackView) -> Finding:
    problems = [problem for name in view.trial.solvers for problem in _invalid(view, name, view.trial.outputs[name])]
    return judged(problems, "every solver's output is valid on every instance")


def _invalid(view: PackView, name: str, report: Report) -> Iterator[str]:
    for instance in view.interface.instances:
        scores = report.scores.get(instance.name) or {}
        if report.code or not _is_valid(scores, view.interface.metrics):
            yield f"{name} on {instance.name}: {scores.get('error', 'no score')}"


def _is_valid(scores: dict[str, Any], metrics: tuple[str, ...]) -> bool:
    """True where a metric has a value, or none only because it is undefined, as a correlation is for a constant."""
    is_scored = any(scores.get(metric) is not None for metric in metrics)
    return is_scored or any(f"{metric} is undefined: " in str(scores.get("error")) for metric in metrics)


def _evaluate(view: PackView) -> tuple[Run, Any]:
    """The evaluator as its own docstring says: a fresh process, the sample submission, score.json on disk."""
    home = view.scratch / "direct"
    home.mkdir(exist_ok=True)
    output = view.pack_dir / layout.SAMPLES
    env = {"OUTPUT_DIR": str(output), "SCORE_DIR": str(home)}
    run = run_python([str(view.pack_dir / layout.EVALUATOR)], home, _EVALUATOR_SECONDS, env)
    path = home / "score.json"
    try:
        return run, json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return run, None


def _evaluator_runs(view: PackView) -> Finding:
    run, scores = _evaluate(view)
    problems = [f"the evaluator {run.fault}"] if run.fault else []
    problems += [] if scores is not None else ["the evaluator wrote no score.json that can be read"]
    for name, found in scores.items() if isinstance(scores, dict) else ():
        if isinstance(found, dict) and not _is_valid(found, view.interface.metrics):
            problems.append(f"the sample submission of {name} gets no score: {found.get('error')}")
    seconds = [Measure(name="evaluator seconds", value=round(run.seconds, 1))]
    return judged(problems, "the evaluator scores the sample submission and writes score.json", seconds)


def _score_shape(view: PackView) -> Finding:
    _, scores = _evaluate(view)
    names = {instance.name for instance in view.interface.instances}
    if not isinstance(scores, dict) or set(scores) != names:
        return judged(["score.json does not list exactly the instances"], "")
    return judged(_misshapen(scores, view.interface.metrics), "{instance: {metric: number or null, error?}}")


def _misshapen(scores: dict[str, Any], metrics: tuple[str, ...]) -> Iterator[str]:
    for name, found in scores.items():
        if not isinstance(found, dict) or set(found) - {"error"} != set(metrics):
            yield f"{name} does not list exactly the metrics"
        elif not all(value is None or _is_number(value) for key, value in found.items() if key != "error"):
            yield f"{name} has a value that is neither a number nor null"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _in_range(view: PackView) -> Finding:
    return judged(_out_of_range(view), "all scores of the solvers lie in the ranges of their metrics")


def _out_of_range(view: PackView) -> Iterator[str]:
    for name in view.trial.solvers:
        for instance in view.interface.instances:
            for metric in view.interface.metrics:
                value, spec = view.trial.outputs[name].value(instance.name, metric), registry()[metric]
                low = -math.inf if spec.low is None else spec.low
                high = math.inf if spec.high is None else spec.high
                if value is not None and not low - _NEGLIGIBLE <= value <= high + _NEGLIGIBLE:
                    yield f"{name} on {instance.name}: {metric} = {value}"


def _interface(view: PackView) -> Finding:
    run = view.trial.starter
    if run.fault:
        return judged([f"run.py {run.fault}"], "")
    return judged(
        _invalid(view, "run.py", view.trial.starter_output), "`python run.py` writes a valid submission to OUTPUT_DIR"
    )


def unless_broken(view: PackView) -> Finding | None:
    """Skipped where a script did not run, so that one fault is told once; None where all ran."""
    faults = [name for name, run in view.trial.ladder.items() if run.fault]
    return skipped(f"{', '.join(faults)} did not run (K4.2)") if faults else None


CHECKS = (
    Check("K4.1", "A baseline solver is generated", _generated),
    Check("K4.2", "It runs on all instances", _runs),
    Check("K4.3", "Its output meets the README", _meets_readme),
    Check("K4.4", "Evaluator runs", _evaluator_runs),
    Check("K4.5", "Shape of score.json", _score_shape),
    Check("K4.6", "Scores in range", _in_range),
    Check("K4.7", "Interface of run.py", _interface),
)
