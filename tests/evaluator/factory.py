"""Evaluators on disk, rendered from a contract, with a truth and a submission."""

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from pipeline.pack.evaluator import InstanceContract, OutputContract, OutputKind, render_evaluator

LABELS = {"a": "1", "b": "0", "c": "1", "d": "0", "e": "0", "f": "1"}
VALUES = {"a": "1.0", "b": "2.0", "c": "3.5", "d": "-4.0", "e": "1e1", "f": "0.25"}


def labels(**changes: Any) -> OutputContract:
    """One instance of binary labels."""
    fields = {"name": "one", "id_column": "id", "target_column": "label", "kind": OutputKind.CLASS_LABELS}
    instance = InstanceContract(**{**fields, "n_rows": 6, "classes": ("0", "1"), **changes})
    return OutputContract((instance,), ("accuracy", "matthews_correlation", "sensitivity"))


def values(**changes: Any) -> OutputContract:
    """One instance of real values."""
    fields = {"name": "one", "id_column": "id", "target_column": "label", "kind": OutputKind.VALUES, "n_rows": 6}
    return OutputContract((InstanceContract(**{**fields, **changes}),), ("mae", "r2", "pearson"))


def probabilities(**changes: Any) -> OutputContract:
    """One instance of probabilities of the positive class."""
    fields = {"name": "one", "id_column": "id", "target_column": "label", "kind": OutputKind.PROBABILITIES, "n_rows": 6}
    instance = InstanceContract(**{**fields, "classes": ("no", "yes"), **changes})
    return OutputContract((instance,), ("auroc", "brier", "accuracy", "f1"))


def table(rows: dict[str, str], header: str = "id,label") -> str:
    """The text of a CSV file."""
    return header + "\n" + "".join(f"{row_id},{value}\n" for row_id, value in rows.items())


@dataclass
class Bench:
    """A folder with an evaluator, its truth, and a place for a submission."""

    root: Path
    contract: OutputContract

    @property
    def submission(self) -> Path:
        """The file of the first instance."""
        return self.root / "output" / self.contract.instances[0].name / self.contract.instances[0].file

    @property
    def truth(self) -> Path:
        """The truth of the first instance."""
        return (
            self.root
            / "evaluation"
            / "ground_truth"
            / self.contract.instances[0].name
            / self.contract.instances[0].truth_file
        )

    def module(self) -> ModuleType:
        """The evaluator as a module."""
        spec = importlib.util.spec_from_file_location("evaluator_under_test", self.root / "evaluation" / "evaluator.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module

    def run(self) -> tuple[int, dict[str, Any]]:
        """Exit code and score.json of the evaluator in its own interpreter."""
        done = subprocess.run(
            [sys.executable, "-I", "-B", str(self.root / "evaluation" / "evaluator.py")],
            env={"OUTPUT_DIR": str(self.root / "output"), "SCORE_DIR": str(self.root)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        written: dict[str, Any] = json.loads((self.root / "score.json").read_text())
        assert json.loads(done.stdout) == written
        return done.returncode, written

    def evaluate(self) -> dict[str, Any]:
        """The scores of the first instance, in this interpreter."""
        os.environ["OUTPUT_DIR"], os.environ["SCORE_DIR"] = str(self.root / "output"), str(self.root)
        scores: dict[str, Any] = self.module().run_evaluation()[self.contract.instances[0].name]
        return scores


def bench(root: Path, contract: OutputContract, truth: dict[str, str]) -> Bench:
    """Everything in place, and a submission folder that is still empty."""
    made = Bench(root, contract)
    made.truth.parent.mkdir(parents=True)
    made.submission.parent.mkdir(parents=True)
    made.truth.write_text(table(truth))
    (root / "evaluation" / "evaluator.py").write_text(render_evaluator(contract), encoding="utf-8")
    return made
