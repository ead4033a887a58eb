"""Running the real command line in a process of its own, with a `var` folder of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Shell:
    """A place to run papergym: its own `var`, and extra environment."""

    var: Path
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def environment(self) -> dict[str, str]:
        """What the command sees: nothing of the caller's papergym or Prefect settings."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PAPERGYM_", "PREFECT_"))}
        mine = {"PAPERGYM_VAR": str(self.var), "PAPERGYM_SERVER_IDLE_SECONDS": "20", "COLUMNS": "200"}
        mine["PAPERGYM_CONTAINERS__ENGINE"] = "none"  # tests/containers turns it on
        return {**kept, **mine, "PAPERGYM_CONFIG": str(ROOT / "papergym.toml"), **dict(self.extra)}

    def start(self, *arguments: str | Path) -> "subprocess.Popen[str]":
        """Start a command and return at once."""
        return subprocess.Popen(
            [sys.executable, "-m", "papergym", *map(str, arguments)],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str | Path, timeout: float = 300) -> "subprocess.CompletedProcess[str]":
        """Run a command to its end."""
        process = self.start(*arguments)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def json(self, *arguments: str | Path, timeout: float = 300) -> Any:
        """The JSON answer of a command, whatever its exit code."""
        return json.loads(self.run(*arguments, "--json", timeout=timeout).stdout)

    def sql(self, query: str) -> list[dict[str, Any]]:
        """Rows of the warehouse."""
        rows: list[dict[str, Any]] = self.json("sql", query)
        return rows

    def run_limited(self, file_bytes: int, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
        """Run a command that may write no file larger than `file_bytes`."""
        command = f"ulimit -f {max(1, file_bytes // 1024)}; trap '' XFSZ; exec \"$@\""
        return subprocess.run(
            ["bash", "-c", command, "papergym", sys.executable, "-m", "papergym", *map(str, arguments)],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )
