"""Submissions of every kind, made once and scored in one process, for the checks of K4 to look at."""

import json
import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pipeline.pack import layout, solvers
from pipeline.pack.checks.check import PackFaultError
from pipeline.pack.checks.malformed import MARKER, malformed
from pipeline.pack.checks.scripts import Declared
from pipeline.pack.checks.submission import Material, Writer, controls, write_reordered, write_truth
from pipeline.pack.checks.view import PackView
from pipeline.pack.kinds import Kind, kind_named
from pipeline.pack.runner import Run, run_python

BATTERY = Path(__file__).parents[1] / "battery.py"
_AT_ONCE = 2
_SOLVER_SECONDS = 300
_BATTERY_SECONDS = 300
_LEAST_SECONDS, _ROWS_PER_SECOND = 20, 50_000
"""One submission may keep the evaluator busy for so long, and longer where there are many rows to read."""


@dataclass(frozen=True)
class Report:
    """What the evaluator said of one submission: exit code, and {instance: {metric: value, error?}}."""

    code: int
    scores: dict[str, Any]

    def value(self, instance: str, metric: str) -> float | None:
        """A score, None where there is none."""
        found = self.scores.get(instance)
        value = found.get(metric) if isinstance(found, dict) else None
        return value if isinstance(value, int | float) else None


class Trial:
    """Runs what the checks of K4 need, each part when it is first asked for."""

    def __init__(self, view: PackView) -> None:
        self.view = view
        self.marker = view.scratch / MARKER

    @cached_property
    def material(self) -> dict[str, Material]:
        """What submissions are made from, by instance."""
        return {instance.name: self._material(instance) for instance in self.view.interface.instances}

    @property
    def kind(self) -> Kind:
        """What is particular to the answers of this pack; all its instances ask for one kind."""
        return kind_named(self.view.interface.instances[0].kind)

    @property
    def solvers(self) -> tuple[str, ...]:
        """The generated solvers, from knowing nothing to a strong method."""
        return self.kind.solvers

    @cached_property
    def ladder(self) -> dict[str, Run]:
        """The baselines, run on a copy of problem/ alone, two at once: each holds the data in memory."""
        home = self.view.scratch / "ladder"
        shutil.copytree(self.view.pack_dir / "problem", home / "problem")
        shutil.copytree(Path(solvers.__file__).parent, home / "solvers", ignore=shutil.ignore_patterns("__pycache__"))
        with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
            return dict(zip(self.solvers, pool.map(lambda name: self._solve(home, name), self.solvers), strict=True))

    @cached_property
    def starter(self) -> Run:
        """run.py as a solver would start it, on its own copy of problem/."""
        home = self.view.scratch / "starter"
        shutil.copytree(self.view.pack_dir / "problem", home)
        folder = self._folder("starter")
        return run_python([str(home / "run.py")], home, _SOLVER_SECONDS, {"OUTPUT_DIR": str(folder)})

    @cached_property
    def controls(self) -> dict[str, Writer]:
        """Submissions without information, by name."""
        return controls(list(self.material.values()))

    @cached_property
    def reports(self) -> dict[str, Report]:
        """What the evaluator says of every submission made from the truth or without it, by name."""
        for name, writer in self._writers().items():
            for instance, material in self.material.items():
                folder = self._folder(name) / instance
                folder.mkdir()
                writer(folder, material)
        return self._score(tuple(self._writers()))

    @cached_property
    def outputs(self) -> dict[str, Report]:
        """What the evaluator says of the outputs of the solvers, by name."""
        return self._score(tuple(self.ladder))

    @cached_property
    def starter_output(self) -> Report:
        """What the evaluator says of the output of run.py, which must have run."""
        return self._score(("starter",))["starter"]

    @cached_property
    def malformed(self) -> dict[str, Writer]:
        """Submissions that must get no score, by name."""
        first = self.view.interface.instances[0]
        return malformed(self.marker, self.kind, len(self.kind.answer_columns(first)))

    def evaluate(self, evaluator: Path, folders: Mapping[str, Path]) -> dict[str, Report]:
        """Score folders with an evaluator in one process. Raises PackFaultError where that process fails."""
        jobs = json.dumps({name: str(folder) for name, folder in folders.items()})
        each = seconds_for(sum(instance.n_rows for instance in self.view.interface.instances))
        whole = max(_BATTERY_SECONDS, (each - _LEAST_SECONDS) * len(folders))
        run = run_python([str(BATTERY), str(evaluator), str(each)], self.view.scratch, whole, stdin=jobs)
        if run.fault:
            raise PackFaultError(f"the evaluator cannot be run: it {run.fault}")
        found = {name: Report(result["code"], result["report"]) for name, result in json.loads(run.stdout).items()}
        odd = [name for name, report in found.items() if not report.code and not _is_scores(report.scores)]
        if odd:
            raise PackFaultError(f"the evaluator prints something else than scores by instance for: {odd[0]}")
        return found

    def folder(self, name: str) -> Path:
        """The output folder of a submission that has been made."""
        return self._folder(name)

    def _score(self, names: Sequence[str]) -> dict[str, Report]:
        return self.evaluate(self.view.pack_dir / layout.EVALUATOR, {name: self._folder(name) for name in names})

    def _writers(self) -> dict[str, Writer]:
        truth = {"truth": write_truth, "truth in another order": write_reordered}
        return {**truth, **self.controls, **self.malformed}

    def _folder(self, name: str) -> Path:
        folder = self.view.scratch / "output" / name.replace(" ", "_")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _solve(self, home: Path, name: str) -> Run:
        instances = self.view.interface.instances
        asked = json.dumps({i.name: (i.kind, i.classes[-1] if i.classes else "") for i in instances})
        return run_python(["-m", f"solvers.{name}", "problem", str(self._folder(name)), asked], home, _SOLVER_SECONDS)

    def _material(self, instance: Declared) -> Material:
        targets = self.kind.truth_columns(instance)
        given = (instance.id_column, *self.kind.answer_columns(instance))
        truth_path = layout.GROUND_TRUTH / instance.name / instance.truth_file
        truth = self.view.table(truth_path)
        sample = self.view.table(layout.SAMPLES / instance.name / instance.file)
        train = self.view.table(layout.DATA / instance.name / "train.csv")
        return Material(
            instance=instance,
            truth_path=self.view.pack_dir / truth_path,
            truth=list(zip(*map(truth.column, (instance.id_column, *targets)), strict=True)),
            sample=list(zip(*map(sample.column, given), strict=True)),
            train_targets=list(zip(*map(train.column, targets), strict=True)),
        )


def seconds_for(n_rows: int) -> int:
    """How long the evaluator may take for one submission to so many rows."""
    return _LEAST_SECONDS + n_rows // _ROWS_PER_SECOND


def _is_scores(report: object) -> bool:
    return isinstance(report, dict) and all(isinstance(scores, dict) for scores in report.values())
