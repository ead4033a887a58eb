"""Runs the evaluator of a pack in a fresh interpreter, apart from this process."""

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from pipeline.scoring.model import Scores
from schemas.errors import StalledError

MEMORY_BYTES = 8 * 1024**3
FILE_BYTES = 64 * 1024**2
LIMITED = Path(__file__).with_name("limited.py")
"""Sets the limits and becomes the command; see its docstring."""

_TAIL = 2000


def run_evaluator(evaluator: Path, output: Path, scratch: Path, timeout_seconds: float) -> Scores:
    """The scores an evaluator writes for a submission.

    The child is isolated (`-I`), has an empty environment, its own session, and limits on processor time, memory and
    the size of files it writes; it is killed with its children at the time-out. It is no sandbox: a pack from a
    stranger belongs in a container. Raises StalledError where the evaluator fails; a bad submission is no failure.
    """
    command = [sys.executable, "-I", "-B", str(LIMITED)]
    limits = [str(math.ceil(timeout_seconds) + 1), str(MEMORY_BYTES), str(FILE_BYTES)]
    with (scratch / "stdout").open("wb") as stdout, (scratch / "stderr").open("wb") as stderr:
        child = subprocess.Popen(
            [*command, *limits, sys.executable, "-I", "-B", str(evaluator.resolve())],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            cwd=scratch,
            env=_environment(output, scratch),
            start_new_session=True,
        )
        code = _wait(child, timeout_seconds)
    if code is None:
        _fail(f"the evaluator ran longer than {timeout_seconds:g} s", scratch)
    if code != 0:
        _fail(f"the evaluator ended with {code}", scratch)
    return _read(scratch / "score.json", scratch)


def _environment(output: Path, scratch: Path) -> dict[str, str]:
    """Everything the evaluator may know. One thread: its arrays are small, and limits count every thread's stack."""
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {"OUTPUT_DIR": str(output), "SCORE_DIR": str(scratch), "LC_ALL": "C.UTF-8", **threads}


def _wait(child: subprocess.Popen[bytes], timeout_seconds: float) -> int | None:
    """The exit code, or None after the time-out, when the child and its own children are killed."""
    try:
        return child.wait(timeout_seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        return None


def _read(path: Path, scratch: Path) -> Scores:
    """score.json, checked for its shape."""
    if not path.is_file() or path.is_symlink():
        _fail("the evaluator wrote no score.json", scratch)
    try:
        return read_scores(path.read_bytes())
    except ValueError as fault:
        _fail(str(fault), scratch)


def read_scores(text: str | bytes) -> Scores:
    """instance -> metric -> finite number or null, and an error text. Raises ValueError for any other shape."""
    try:
        found = json.loads(text, parse_constant=_refuse, parse_int=float)
    except (ValueError, RecursionError) as fault:
        raise ValueError(f"score.json does not read: {fault}") from fault
    if not isinstance(found, dict) or not all(isinstance(scores, dict) for scores in found.values()):
        raise ValueError("score.json is not of the form instance -> metric -> number")
    for instance, scores in found.items():
        for name, value in scores.items():
            if not _is_allowed(name, value):
                raise ValueError(f"score.json gives {value!r} for {name} of {instance}")
    return found


def _is_allowed(name: str, value: object) -> bool:
    if name == "error":
        return isinstance(value, str)
    return value is None or (isinstance(value, float) and math.isfinite(value))


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of strict JSON")


def _fail(what: str, scratch: Path) -> NoReturn:
    said = _tail(scratch / "stdout") if "evaluator_error" in _tail(scratch / "stdout") else _tail(scratch / "stderr")
    raise StalledError(what, f"It said: {said}" if said else "It said nothing. Run evaluation/evaluator.py by hand.")


def _tail(path: Path) -> str:
    """The end of what was printed, as one harmless line."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL))
        text = file.read().decode("utf-8", "replace")
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
