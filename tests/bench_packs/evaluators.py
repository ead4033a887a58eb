"""Seconds and memory of evaluators at 10^4, 10^6 and 10^7 rows, each in an interpreter of its own."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.pack.evaluator import InstanceContract, OutputContract, OutputKind, render_evaluator

ROWS = (10**4, 10**6, 10**7)
METRICS = {
    OutputKind.CLASS_LABELS: ("accuracy", "f1_macro", "matthews_correlation"),
    OutputKind.PROBABILITIES: ("auroc", "auprc", "brier", "accuracy"),
    OutputKind.VALUES: ("mae", "rmse", "r2", "pearson", "spearman"),
    OutputKind.CLASS_PROBABILITIES: ("log_loss_multiclass", "auroc_macro", "accuracy"),
}
_CHUNK = 100_000


def measure_evaluators() -> Iterator[dict[str, Any]]:
    """One row for each kind of submission and number of rows."""
    for n_rows in ROWS:
        for kind, metrics in METRICS.items():
            with tempfile.TemporaryDirectory() as folder:
                yield {"kind": kind.value, "rows": n_rows, **_measure(Path(folder), kind, metrics, n_rows)}


def _measure(root: Path, kind: OutputKind, metrics: tuple[str, ...], n_rows: int) -> dict[str, Any]:
    classes = () if kind is OutputKind.VALUES else ("no", "yes")
    columns = classes if kind is OutputKind.CLASS_PROBABILITIES else ()
    instance = InstanceContract("one", "id", "target", kind, n_rows, classes, columns=columns)
    evaluation = root / "evaluation"
    (evaluation / "ground_truth" / "one").mkdir(parents=True)
    (root / "output" / "one").mkdir(parents=True)
    (evaluation / "evaluator.py").write_text(render_evaluator(OutputContract((instance,), metrics)))
    _write(evaluation / "ground_truth" / "one" / "truth.csv", kind, n_rows, is_truth=True)
    _write(root / "output" / "one" / "predictions.csv", kind, n_rows, is_truth=False)
    return _run(root)


def _write(path: Path, kind: OutputKind, n_rows: int, is_truth: bool) -> None:
    """Ids in order in the truth, turned round in the submission."""
    with path.open("w", encoding="utf-8") as stream:
        wide = kind is OutputKind.CLASS_PROBABILITIES and not is_truth
        stream.write("id,no,yes\n" if wide else "id,target\n")
        for chunk in _chunks(n_rows, is_truth):
            stream.writelines(
                f"row_{row},{cells}\n" for row, cells in zip(chunk, _cells(kind, chunk, is_truth), strict=True)
            )


def _chunks(n_rows: int, is_truth: bool) -> Iterator[Any]:
    ids = np.arange(n_rows) if is_truth else np.arange(n_rows)[::-1]
    yield from (ids[at : at + _CHUNK] for at in range(0, n_rows, _CHUNK))


def _cells(kind: OutputKind, ids: Any, is_truth: bool) -> list[str]:
    """Answers that depend on the id, with noise in the submission."""
    signal = np.modf(ids * 0.6180339887)[0]
    if kind is not OutputKind.VALUES and (is_truth or kind is OutputKind.CLASS_LABELS):
        noise = 0.0 if is_truth else np.modf(ids * 0.7548776662)[0] - 0.5
        return [("no", "yes")[value] for value in (signal + noise > 0.5).astype(int).tolist()]
    given = signal if is_truth else 0.7 * signal + 0.3 * np.modf(ids * 0.7548776662)[0]
    if kind is OutputKind.CLASS_PROBABILITIES:
        return [f"{1 - value:.6f},{value:.6f}" for value in given.tolist()]
    return [f"{value:.6f}" for value in given.tolist()]


LAUNCHER = """
import json, os, sys
child = os.fork()
if not child:
    os.dup2(os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT), 1)
    os.execv(sys.executable, [sys.executable, "-I", "-B", sys.argv[1]])
_, status, usage = os.wait4(child, 0)
print(json.dumps([status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss]))
"""
"""Starts the evaluator from a small process: on Linux the most memory of a process counts that of its parent, too."""


def _run(root: Path) -> dict[str, Any]:
    """Wall-clock and processor seconds, and the most memory it had, of `python evaluator.py`."""
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    env = {"OUTPUT_DIR": str(root / "output"), "SCORE_DIR": str(root), **threads}
    script = str(root / "evaluation" / "evaluator.py")
    began = time.perf_counter()
    command = [sys.executable, "-I", "-S", "-c", LAUNCHER, script, str(root / "said")]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - began
    status, cpu_seconds, most = json.loads(done.stdout)
    assert status == 0, (root / "said").read_text()
    return {"seconds": seconds, "cpu_seconds": cpu_seconds, "MB": most / (1024 if sys.platform == "linux" else 1024**2)}
