"""Running the paper's simple baselines on the tables of a plan, on a copy of problem/ alone.

What is run is bounded by the size of the tables, so that a pack has the same bytes however busy the machine is; the
bound of time is only for what goes wrong.
"""

import json
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pipeline.metrics import registry
from pipeline.pack import layout, solvers
from pipeline.pack.calibration.names import solver_of
from pipeline.pack.computed import value_of
from pipeline.pack.evaluator import InstanceContract, OutputKind
from pipeline.pack.kinds import kind_named
from pipeline.pack.output import contract_of
from pipeline.pack.plan import Plan
from pipeline.pack.runner import run_python
from pipeline.pack.samples import cells_of, sample_submission
from pipeline.pack.tables import table, write_visible
from pipeline.verify.instance import Instance
from schemas.pack import Calibration
from schemas.task import MethodRole, Score

_SECONDS = 900
_MOST_CELLS = 20_000_000
"""Cells of the inputs, of all instances together, that models are run on: what a busy machine still does in minutes."""

_KINDS = {OutputKind.VALUES, OutputKind.PROBABILITIES, OutputKind.CLASS_LABELS}

Predictions = Mapping[str, Any]
"""By instance: the answers in the order of the truth, as an array of the kind."""


def calibrate(plan: Plan, seconds: int = _SECONDS) -> tuple[Calibration, ...]:
    """Every printed score of a baseline that goes by the name of a well-known model, and what that model scores here.

    What is too large, or not done within so many seconds for all models, has no value, and says so.
    """
    wanted = {score: solver for score in plan.task.scores if (solver := _solver(plan, score))}
    if not wanted or any(output.kind not in _KINDS for output in contract_of(plan).instances):
        return ()
    if _cells(plan) > _MOST_CELLS:
        fault = f"not run: the inputs have more than {_MOST_CELLS} cells"
        return tuple(_record(plan, score, solver, {}, fault) for score, solver in wanted.items())
    with tempfile.TemporaryDirectory(prefix="papergym-calibration-") as folder:
        home = Path(folder)
        _prepare(plan, home)
        ran = dict(_run_all(plan, home, sorted(set(wanted.values())), time.monotonic() + seconds))
    return tuple(_record(plan, score, solver, *ran[solver]) for score, solver in wanted.items())


def _cells(plan: Plan) -> int:
    return sum((len(i.train) + len(i.test_inputs)) * len(i.inputs) for i in plan.instances)


def _solver(plan: Plan, score: Score) -> str | None:
    return solver_of(score.method, bool(plan.instances[0].classes)) if score.role is MethodRole.BASELINE else None


def _prepare(plan: Plan, home: Path) -> None:
    for instance, output in zip(plan.instances, contract_of(plan).instances, strict=True):
        write_visible(instance, home)
        table(home, layout.SAMPLES / output.name / output.file, sample_submission(instance, output))
    shutil.copytree(Path(solvers.__file__).parent, home / "solvers", ignore=shutil.ignore_patterns("__pycache__"))


def _run_all(plan: Plan, home: Path, names: list[str], end: float) -> Iterator[tuple[str, tuple[Predictions, str]]]:
    contract = contract_of(plan)
    asked = json.dumps({i.name: (i.kind, i.classes[-1] if i.classes else "") for i in contract.instances})
    for name in names:
        left = int(end - time.monotonic())
        if left < 1:
            yield name, ({}, "not run: the time for all baselines was used up")
            continue
        run = run_python(["-m", "solvers.named", "problem", f"output/{name}", asked, name], home, left)
        fault = "ran out of time" if run.code is None else run.fault and "the model could not be fitted"
        yield name, ({} if fault else _read(plan, home / "output" / name), fault)


def _read(plan: Plan, folder: Path) -> Predictions:
    pairs = zip(plan.instances, contract_of(plan).instances, strict=True)
    return {output.name: _given(folder, instance, output) for instance, output in pairs}


def _given(folder: Path, instance: Instance, output: InstanceContract) -> Any:
    import pandas as pd

    frame = pd.read_csv(folder / output.name / output.file, dtype=str, keep_default_na=False)
    ordered = frame.set_index(output.id_column).loc[[str(name) for name in instance.truth[instance.id_column]]]
    kind = kind_named(output.kind)
    return kind.given(output, cells_of(ordered, kind.answer_columns(output)))


def _record(plan: Plan, score: Score, solver: str, predictions: Predictions, fault: str) -> Calibration:
    pairs = zip(plan.instances, contract_of(plan).instances, strict=True)
    instance, output = next(pair for pair in pairs if pair[1].name == score.setting_id)
    spec, sota = registry()[score.metric_id], plan.task.sota(score.setting_id, score.metric_id)
    value = None if fault else value_of(spec, output, _truth(instance, output), predictions[output.name])
    return Calibration(
        instance=output.name,
        metric=score.metric_id,
        method=score.method,
        solver=solver,
        value=None if value is None else float(f"{value:.6g}"),
        printed=score.value,
        sota=sota.value if sota else None,
        note=fault or ("" if value is not None else "the metric is undefined for these predictions"),
    )


def _truth(instance: Instance, output: InstanceContract) -> Any:
    kind = kind_named(output.kind)
    return kind.truth(output, cells_of(instance.truth, kind.truth_columns(output)))
