"""Running the paper's simple baselines on the tables of a plan, on a copy of problem/ alone and within a time."""

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
from pipeline.pack.output import contract_of
from pipeline.pack.plan import Plan
from pipeline.pack.runner import run_python
from pipeline.pack.samples import sample_submission
from pipeline.pack.tables import table, write_visible
from pipeline.verify.instance import Instance
from schemas.pack import Calibration
from schemas.task import MethodRole, Score

_SECONDS = 60
_KINDS = {OutputKind.VALUES, OutputKind.PROBABILITIES, OutputKind.CLASS_LABELS}

Predictions = Mapping[str, Any]
"""By instance: numbers (n,) in the order of the truth."""


def calibrate(plan: Plan, seconds: int = _SECONDS) -> tuple[Calibration, ...]:
    """Every printed score of a baseline that goes by the name of a well-known model, and what that model scores here.

    All models together get so many seconds; what is not done by then has no value, and says so.
    """
    wanted = {score: solver for score in plan.task.scores if (solver := _solver(plan, score))}
    if not wanted or any(output.kind not in _KINDS for output in contract_of(plan).instances):
        return ()
    with tempfile.TemporaryDirectory(prefix="papergym-calibration-") as folder:
        home = Path(folder)
        _prepare(plan, home)
        ran = dict(_run_all(plan, home, sorted(set(wanted.values())), time.monotonic() + seconds))
    return tuple(_record(plan, score, solver, *ran[solver]) for score, solver in wanted.items())


def _solver(plan: Plan, score: Score) -> str | None:
    return solver_of(score.method, plan.is_classification) if score.role is MethodRole.BASELINE else None


def _prepare(plan: Plan, home: Path) -> None:
    for instance, output in zip(plan.instances, contract_of(plan).instances, strict=True):
        write_visible(instance, home)
        table(home, layout.SAMPLES / output.name / output.file, sample_submission(instance, output.kind))
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
    return {output.name: _numbers(folder, instance, output) for instance, output in pairs}


def _numbers(folder: Path, instance: Instance, output: InstanceContract) -> Any:
    import pandas as pd

    frame = pd.read_csv(folder / output.name / output.file, dtype=str, keep_default_na=False)
    found = frame.set_index(output.id_column)[output.target_column].loc[instance.truth[instance.id_column].astype(str)]
    if output.kind is OutputKind.CLASS_LABELS:
        return found.map(output.classes.index).to_numpy()
    return found.to_numpy(dtype=float)


def _record(plan: Plan, score: Score, solver: str, predictions: Predictions, fault: str) -> Calibration:
    pairs = zip(plan.instances, contract_of(plan).instances, strict=True)
    instance, output = next(pair for pair in pairs if pair[1].name == score.setting_id)
    spec, sota = registry()[score.metric_id], plan.task.sota(score.setting_id, score.metric_id)
    value = None if fault else value_of(spec, instance, output, predictions[output.name])
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
