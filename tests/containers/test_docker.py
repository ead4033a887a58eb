"""docker for real: the parts in which it differs from podman, in short.

All container tests run with docker where PAPERGYM_TESTS_ENGINE=docker says so; this is what CI has the time for.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from flows.settings import ContainerSettings
from flows.wiring import open_sandbox
from pipeline.adapters.engine import Engine
from pipeline.containers import Image, Sandbox
from pipeline.pack.image import build_image
from schemas.data import CheckStatus
from schemas.errors import ContainerFaultError
from tests.containers.conftest import BASE, settings
from tests.containers.test_checks import checked
from tests.containers.test_solvers import ANSWERS, INSTANCE, Solver

CLIENT, HOST = os.environ.get("PAPERGYM_TESTS_DOCKER", ""), os.environ.get("PAPERGYM_TESTS_DOCKER_HOST", "")

pytestmark = pytest.mark.skipif(not HOST, reason="no docker daemon: source tests/containers/docker_daemon.sh first")


@pytest.fixture(scope="module")
def machine() -> Iterator[pytest.MonkeyPatch]:
    """A machine with the client and the daemon of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", CLIENT, prepend=os.pathsep)
        patch.setenv("DOCKER_HOST", HOST)
        yield patch


@pytest.fixture(scope="module")
def docker(machine: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    sandbox = open_sandbox(settings(engine="docker"))
    yield sandbox
    assert isinstance(sandbox.containers, Engine)
    assert sandbox.containers.owned_names() == []


@pytest.fixture(scope="module")
def engine(docker: Sandbox) -> Engine:
    assert isinstance(docker.containers, Engine)
    return docker.containers


@pytest.fixture(scope="module")
def environment(engine: Engine, clean: Path) -> Image:
    built = build_image(engine, clean)
    assert isinstance(built, Image)
    return built


@pytest.fixture
def solver(engine: Engine, environment: Image, clean: Path, tmp_path: Path) -> Solver:
    return Solver(engine, environment, clean, tmp_path)


def test_a_sound_pack_passes_and_the_stand_in_for_its_base_is_said(clean: Path, docker: Sandbox) -> None:
    """Built, run without a network, probed from the inside, limits passed and cut off, saved and scanned."""
    found = checked(clean, docker, "F8", "K5.1", "K5.2", "K5.3", "K5.4")
    stand_in = found.pop("K5.1")
    assert {check_id: finding.reason for check_id, finding in found.items() if finding.status != "pass"} == {}
    assert stand_in.status is CheckStatus.WARN and f"on {BASE}" in stand_in.reason
    assert "limits in force: memory 4294967296, processes 256, cpu 200000" in found["K5.3"].reason


def test_a_solver_that_answers_is_scored_in_docker(solver: Solver) -> None:
    ran = solver.run(ANSWERS)
    assert (ran.code, ran.transfer.copied) == (0, (f"{INSTANCE}/predictions.csv",))
    assert solver.scored() == (0.0, "")


def test_one_that_sleeps_for_ever_is_killed(solver: Solver) -> None:
    assert solver.run(ANSWERS + "time.sleep(10**6)", seconds=3).stopped_by == "time"


def test_memory_is_cut_off(solver: Solver) -> None:
    assert solver.run("x = bytearray(10**9)").stopped_by == "memory"


def test_the_disk_is_not_filled(solver: Solver) -> None:
    """docker sizes a volume in memory, so that it is full before the memory is."""
    ran = solver.run("for n in range(1000): (O / f'{n}').write_bytes(bytes(8 * 10**6))")
    assert ran.code == 1 and "No space left on device" in ran.fault


def test_links_and_late_writers_give_nothing(solver: Solver) -> None:
    source = "os.symlink('/evaluation/ground_truth/enzyme_screen/truth.csv', O / 'predictions.csv')\n"
    source += "if os.fork() == 0:\n  os.setsid(); time.sleep(2); (O / 'late.csv').write_text('x'); os._exit(0)"
    ran = solver.run(source)
    assert ran.transfer.copied == () and list(ran.transfer.refused.values()) == ["a symbolic link"]
    assert solver.scored()[0] is None


def test_a_base_that_is_nowhere_is_no_verdict_on_the_pack(clean: Path, engine: Engine) -> None:
    """The pinned digest, with a daemon that has no network to pull it with."""
    pinned = replace(engine, building=replace(engine.building, base_image=""))
    with pytest.raises(ContainerFaultError, match=r"base image|registry cannot be reached"):
        build_image(pinned, clean)


def test_a_real_client_whose_daemon_is_down(machine: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nobody")
        with pytest.raises(ContainerFaultError, match="the daemon of the container engine does not answer"):
            open_sandbox(ContainerSettings(engine="docker"))
