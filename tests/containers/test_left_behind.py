"""A papergym that is killed leaves containers; the next one removes those, and no others."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.adapters import owned
from pipeline.adapters.engine import Engine
from pipeline.adapters.owned import is_orphan, is_own, new_name
from pipeline.containers import Containers, Image
from tests.containers.conftest import ENGINE

SLEEPER = """
import sys
from flows.wiring import open_sandbox
from pipeline.containers import Job, Limits
from tests.containers.conftest import settings
limits = Limits(2**28, 1, 32, 300, 2**20)
open_sandbox(settings()).containers.run(Job(("-c", "import time; time.sleep(300)"), {}, limits, folders=("a",), image=sys.argv[1]))
"""


def labelled() -> set[str]:
    command = [ENGINE, "ps", "--all", "--format", "{{.Names}}", "--filter", f"label={owned.LABEL}"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def wait_for(names: set[str], more: int) -> set[str]:
    """The new containers, once there are so many."""
    deadline = time.monotonic() + 60
    while len(new := labelled() - names) < more and time.monotonic() < deadline:
        time.sleep(0.2)
    return new


def test_what_a_killed_papergym_left_is_removed_by_the_next(containers: Containers, image: Image) -> None:
    assert isinstance(containers, Engine)
    before = labelled()
    other = subprocess.Popen([sys.executable, "-c", SLEEPER, image.id])
    made = wait_for(before, 2)
    assert len(made) == 2
    containers.remove_orphans()
    assert made <= labelled(), "its papergym still runs"
    os.kill(other.pid, signal.SIGKILL)
    other.wait()
    assert made <= labelled()
    containers.remove_orphans()
    assert not made & labelled()
    volumes = subprocess.run([ENGINE, "volume", "ls", "--quiet"], capture_output=True, text=True, check=True).stdout
    assert not any(name in volumes for name in made)


def test_a_papergym_that_is_interrupted_cleans_up_itself(containers: Containers, image: Image) -> None:
    before = labelled()
    other = subprocess.Popen([sys.executable, "-c", SLEEPER, image.id], stderr=subprocess.DEVNULL)
    made = wait_for(before, 2)
    other.send_signal(signal.SIGINT)
    other.wait(60)
    assert made and not made & labelled()


def test_a_build_that_is_killed_leaves_the_next_one_whole(containers: Containers, clean: Path) -> None:
    """podman is killed in the middle of a build; the same build then gives the image it always gives."""
    from pipeline.pack.image import build_image

    first = build_image(containers, clean)
    code = "import sys; from pathlib import Path; from flows.wiring import open_sandbox; from tests.containers.conftest import settings\n"
    code += "from pipeline.pack.image import build_image\nbuild_image(open_sandbox(settings()).containers, Path(sys.argv[1]), fresh=True)"
    other = subprocess.Popen([sys.executable, "-c", code, str(clean)], stderr=subprocess.DEVNULL)
    building: list[psutil.Process] = []
    while not building and other.poll() is None:
        time.sleep(0.2)
        with contextlib.suppress(psutil.NoSuchProcess):  # a zombie is one, too
            building = [child for child in psutil.Process(other.pid).children() if "--no-cache" in child.cmdline()]
    time.sleep(1)
    for child in (*building[0].children(recursive=True), *building):
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()
    assert other.wait(60) != 0
    assert build_image(containers, clean) == first


def test_a_name_of_this_process_is_no_orphan() -> None:
    name = new_name()
    assert is_own(name) and is_own(f"{name}-keeper") and not is_orphan(name)


def test_a_name_of_a_dead_process_is_one() -> None:
    dead = subprocess.run([sys.executable, "-c", "from pipeline.adapters.owned import new_name; print(new_name())"],
                          capture_output=True, text=True, check=True).stdout.strip()  # fmt: skip
    assert is_orphan(dead) and is_orphan(f"{dead}-keeper") and not is_own(dead)


def test_a_process_number_that_was_given_again_is_another_process() -> None:
    place, start = new_name().split("-")[1], new_name().split("-")[3]
    assert is_orphan(f"papergym-{place}-{os.getpid()}-{int(start) + 1}-abcd")


def test_containers_of_another_machine_are_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owned.socket, "gethostname", lambda: "elsewhere")
    name = new_name().replace(f"-{os.getpid()}-", "-999999-")
    monkeypatch.undo()
    assert not is_orphan(name)


@given(st.text(max_size=60))
def test_no_other_name_is_taken_for_one_of_ours(name: str) -> None:
    assert not is_orphan(name)
