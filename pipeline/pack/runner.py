"""Scripts of a pack run as processes of their own, with little in their environment and limits on what they may use."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.scoring.runner import LIMITED

_MEMORY = 8 * 1024**3
_FILE = 1024**3
_THREADS = "1"
"""One: with more, numeric libraries on a busy machine spend their time waiting for each other."""

_TAIL = 600


@dataclass(frozen=True)
class Run:
    """What a process did. `code` is None where it ran out of time."""

    code: int | None
    stdout: str
    stderr: str
    seconds: float

    @property
    def fault(self) -> str:
        """Why it did not end well, in one line; empty where it did."""
        if self.code == 0:
            return ""
        end = "ran out of time" if self.code is None else f"ended with code {self.code}"
        last = self.stderr.strip().splitlines()[-1:] or [""]
        return f"{end} after {self.seconds:.0f} s {last[0][:_TAIL]}".strip()


def run_python(
    arguments: Sequence[str], cwd: Path, seconds: int, env: Mapping[str, str] | None = None, stdin: str = ""
) -> Run:
    """Run `python ARGUMENTS...` in a folder with time, memory and file size limited. It leaves no byte code behind."""
    python = [sys.executable, "-B", "-s"]
    limits = [str(seconds * int(_THREADS)), str(_MEMORY), str(_FILE)]
    command = [*python, str(LIMITED), *limits, *python, *arguments]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**_environment(home), **(env or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            stdout, stderr = process.communicate(stdin, timeout=seconds)
            code: int | None = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            stdout, stderr = process.communicate()
            code = None
    return Run(code, stdout, stderr, time.monotonic() - began)


def _environment(home: str) -> dict[str, str]:
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), _THREADS)
    return {"PATH": os.defpath, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", **threads}
