"""A child process whose words are capped and whose time is limited."""

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from schemas.errors import ContainerFaultError

_HEAD = 16 * 1024**2
_TAIL = 16 * 1024
_CHUNK = 64 * 1024
_PATIENCE = 30.0
"""Seconds that a client gets to end after its container was killed."""


@dataclass(frozen=True)
class Printed:
    """How a process ended and what it printed. `code` is None where it ran out of time."""

    code: int | None
    stdout: str
    stderr: str
    seconds: float


class _Drain(threading.Thread):
    """Reads a pipe to its end and keeps the beginning and the end of what it carried."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._pipe, self._head, self._tail = pipe, bytearray(), bytearray()
        self.start()

    def run(self) -> None:
        """Until the pipe is closed."""
        with self._pipe:
            while chunk := os.read(self._pipe.fileno(), _CHUNK):
                room = _HEAD - len(self._head)
                self._head += chunk[:room]
                self._tail = (self._tail + chunk[room:])[-_TAIL:] if len(chunk) > room else self._tail

    def text(self) -> str:
        """What was kept."""
        self.join(_PATIENCE)
        return bytes(self._head + (b"\n[...]\n" + self._tail if self._tail else b"")).decode("utf-8", "replace")


def run_process(
    command: Sequence[str],
    seconds: float,
    stop: Callable[[], object] | None = None,
    env: Mapping[str, str] | None = None,
) -> Printed:
    """Run a command. At the time-out `stop` is called, which should make it end; then it is killed with its children.

    It runs in an empty folder, since engines leave notes where they stand: paths in the command must be absolute.
    Raises ContainerFaultError where it cannot be started.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="papergym-engine-") as folder:
        process = _start(command, env, folder)
        assert process.stdout and process.stderr
        drains = [_Drain(process.stdout), _Drain(process.stderr)]
        try:
            code = _wait(process, seconds, stop)
        except BaseException:
            _kill(process)
            raise
        stdout, stderr = (drain.text() for drain in drains)
    return Printed(code, stdout, stderr, time.monotonic() - began)


def _start(command: Sequence[str], env: Mapping[str, str] | None, folder: str) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=env,
            cwd=folder,
        )
    except OSError as error:
        said = f"{command[0]} cannot be started: {error.strerror}"
        raise ContainerFaultError(said, "Run `papergym doctor`.") from error


def _wait(process: subprocess.Popen[bytes], seconds: float, stop: Callable[[], object] | None) -> int | None:
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        pass
    try:
        if stop:
            stop()
            process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        pass
    finally:
        _kill(process)
    return None


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and its children. It leads a group of its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
