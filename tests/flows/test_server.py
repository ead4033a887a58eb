"""The Prefect server: one for all runs, gone when nobody needs it, and never orphaned by a kill."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from flows.server import leased_server, running_server, stop_server
from tests.flows.command import ROOT

HOLD = "import sys, time; from pathlib import Path; from flows.server import leased_server\n"
HOLD += "with leased_server(Path(sys.argv[1]), 2): print('up', flush=True); time.sleep(600)"


def becomes(condition: Callable[[], bool], seconds: float = 60) -> bool:
    """True as soon as a condition holds; False if it does not within the time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.2)
    return False


def processes(home: Path) -> tuple[int, int]:
    state = json.loads((home / "server.json").read_text())
    return state["keeper"], state["server"]


def is_gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "prefect"


def test_a_second_run_shares_the_server_and_stop_ends_it(home: Path) -> None:
    with leased_server(home, idle_seconds=60) as first, leased_server(home, idle_seconds=60) as second:
        assert first == second == running_server(home)
        keeper, server = processes(home)
    assert stop_server(home)
    assert becomes(lambda: is_gone(server) and is_gone(keeper))
    assert running_server(home) is None
    assert not stop_server(home)


def test_a_run_killed_with_9_leaves_no_orphan(home: Path) -> None:
    run = subprocess.Popen([sys.executable, "-c", HOLD, str(home)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None and run.stdout.readline() == "up\n"
    keeper, server = processes(home)
    run.kill()
    run.communicate()
    assert becomes(lambda: is_gone(server) and is_gone(keeper))


def test_a_keeper_killed_with_9_takes_its_server_along(home: Path) -> None:
    with leased_server(home, idle_seconds=60):
        keeper, server = processes(home)
        os.kill(keeper, signal.SIGKILL)
        assert becomes(lambda: is_gone(server))
    with leased_server(home, idle_seconds=1) as url:  # a stale state file does not keep a new server from starting
        assert url == running_server(home)
