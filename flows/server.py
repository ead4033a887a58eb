"""One Prefect server per `var` folder: started when it is missing, shared by runs, stopped when nobody has used it.

A small keeper process owns the server. Runs hold a lease (a file named after their process id) while they work; the
keeper ends the server when no living process has held one for a while, so a run killed with -9 leaves no orphan.
"""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from schemas.errors import StalledError

CALM = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "200",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_READ_BATCH_SIZE": "200",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_FLUSH_INTERVAL": "1",
    "PREFECT_SERVER_SERVICES_TRIGGERS_ENABLED": "false",
    "PREFECT_LOGGING_TO_API_ENABLED": "false",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_CLI_PROMPT": "false",
}
START_SECONDS = 120.0


def calm_environment(home: Path) -> dict[str, str]:
    """The Prefect settings of papergym, for this process and for the server."""
    return {**CALM, "PREFECT_HOME": str(home)}


def running_server(home: Path) -> str | None:
    """The API address of the server of this folder, if it answers."""
    try:
        url = str(json.loads((home / "server.json").read_text())["url"])
    except (OSError, ValueError, KeyError):
        return None
    return url if _answers(url) else None


def _answers(url: str) -> bool:
    from urllib.error import URLError
    from urllib.request import urlopen

    try:
        with urlopen(f"{url}/health", timeout=2) as reply:
            return bool(reply.status == 200)
    except (URLError, OSError):
        return False


@contextmanager
def leased_server(home: Path, idle_seconds: int) -> Iterator[str]:
    """The address of a running server, which will not stop while this context is open."""
    from filelock import FileLock

    leases = home / "leases"
    leases.mkdir(parents=True, exist_ok=True)
    lease = leases / f"{os.getpid()}.{secrets.token_hex(4)}"
    lease.touch()
    try:
        with FileLock(home / "start.lock", timeout=START_SECONDS + 30):
            url = running_server(home) or _start(home, idle_seconds)
        yield url
    finally:
        lease.unlink(missing_ok=True)


def _start(home: Path, idle_seconds: int) -> str:
    (home / "server.json").unlink(missing_ok=True)
    with (home / "server.log").open("ab") as log:
        keeper = subprocess.Popen(
            [sys.executable, "-m", "flows.server_keeper", str(home), str(idle_seconds)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            cwd=Path(__file__).resolve().parent.parent,
            env={**os.environ, **calm_environment(home)},
        )
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and keeper.poll() is None:
        if url := running_server(home):
            return url
        time.sleep(0.2)
    with suppress(ProcessLookupError):
        keeper.send_signal(signal.SIGTERM)
    raise StalledError(
        "the Prefect server did not start", f"see {home / 'server.log'}, or run again with --plain to do without it"
    )


def stop_server(home: Path) -> bool:
    """Stop the server of this folder. True if there was one."""
    try:
        keeper = int(json.loads((home / "server.json").read_text())["keeper"])
        os.kill(keeper, signal.SIGTERM)
    except (OSError, ValueError, KeyError):
        return False
    for _ in range(100):
        if not (home / "server.json").exists():
            break
        time.sleep(0.1)
    return True
