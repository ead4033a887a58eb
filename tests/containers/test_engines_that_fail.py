"""Engines that are absent, down, weak or out of disk: a reason, never a pass and never a score.

The states cannot be made here, so a program called `podman` stands in for them (fake_podman.py).
"""

import sys
from pathlib import Path

import pytest

from flows.commands.score import _place
from flows.settings import ContainerSettings
from flows.wiring import open_sandbox
from pipeline.adapters.engine_facts import ask
from pipeline.adapters.engine_faults import build_fault
from pipeline.containers import Job, Limits, Sandbox, Unbuildable
from pipeline.pack.checks import all_checks
from pipeline.pack.checks.view import PackView
from pipeline.pack.verification import find
from schemas.data import CheckStatus
from schemas.errors import ContainerFaultError
from tests.containers import fake_podman
from tests.containers.fake_podman import BUILD, PULL

AUTO, NAMED = ContainerSettings(), ContainerSettings(engine="podman")
LOOKED_AT = ("F8", "K5.1", "K5.2", "K5.3", "K5.4", "K5.5")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine whose only engine is the fake one."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "podman").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{fake_podman.__file__}" "$@"\n')
    (programs / "podman").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    return monkeypatch


def checks(pack: Path, sandbox: Sandbox) -> dict[str, tuple[CheckStatus, str]]:
    with PackView(pack, sandbox) as view:
        found = {check.check_id: find(view, check, {}) for check in all_checks() if check.check_id in LOOKED_AT}
    return {check_id: (finding.status, finding.reason) for check_id, finding in found.items()}


def test_no_engine_at_all(clean: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    sandbox = open_sandbox(AUTO)
    assert sandbox.containers is None
    assert sandbox.reason == "docker is not installed; podman is not installed; bwrap is not installed"
    assert set(checks(clean, sandbox).values()) == {(CheckStatus.SKIPPED, sandbox.reason)}
    assert _place(clean, AUTO) == (None, sandbox.reason)
    with pytest.raises(ContainerFaultError, match="podman cannot be started"):
        open_sandbox(NAMED)


def test_none_is_asked_for(clean: Path) -> None:
    sandbox = open_sandbox(ContainerSettings(engine="none"))
    assert {status for status, _ in checks(clean, sandbox).values()} == {CheckStatus.SKIPPED}


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("no socket", "does not answer"),
        ("rootless v1", "no limit of memory"),
        ("rootless cgroupfs", "no limit of memory"),
        ("no cgroups", "no limit of memory"),
    ],
)
def test_an_engine_that_is_down_or_weak_is_not_used(
    clean: Path, state: pytest.MonkeyPatch, what: str, said: str
) -> None:
    state.setenv("FAKE_PODMAN", what)
    sandbox = open_sandbox(AUTO)
    assert sandbox.containers is None and said in sandbox.reason
    assert {status for status, _ in checks(clean, sandbox).values()} == {CheckStatus.SKIPPED}
    with pytest.raises(ContainerFaultError, match=said):
        open_sandbox(NAMED)


def test_a_weak_engine_is_used_with_consent_and_says_so(state: pytest.MonkeyPatch) -> None:
    state.setenv("FAKE_PODMAN", "rootless v1")
    sandbox = open_sandbox(ContainerSettings(allow_weak_limits=True))
    assert sandbox.containers
    assert [text.split(":")[0] for text in sandbox.containers.weaknesses] == [
        *("no limit of memory", "no limit of cpu", "no limit of pids")
    ]
    assert sandbox.containers.name == "podman 4.9.3 rootless"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("registry down", "the image registry cannot be reached"),
        ("registry slow", "the image registry cannot be reached"),
        ("rate limit", "the image registry cannot be reached"),
        ("base missing", "the base image is not here and cannot be had"),
        ("disk full", "the disk is full"),
        ("killed build", "the build was killed"),
        ("index down", "the package index cannot be reached"),
        ("unheard of", "the container engine failed"),
    ],
)
def test_a_fault_of_the_world_is_no_verdict_on_the_pack(
    clean: Path, state: pytest.MonkeyPatch, what: str, said: str
) -> None:
    assert what in PULL or what in BUILD
    state.setenv("FAKE_PODMAN", what)
    found = checks(clean, open_sandbox(AUTO))
    assert {status for status, _ in found.values()} == {CheckStatus.SKIPPED}
    assert all(said in reason for _, reason in found.values())
    place, reason = _place(clean, AUTO)
    assert place is None and said in reason
    with pytest.raises(ContainerFaultError, match=said):
        checks(clean, open_sandbox(NAMED))
    with pytest.raises(ContainerFaultError, match=said):
        _place(clean, NAMED)


def test_a_lock_that_nobody_can_install_is_the_packs_fault(clean: Path, state: pytest.MonkeyPatch) -> None:
    state.setenv("FAKE_PODMAN", "no such version")
    found = checks(clean, open_sandbox(AUTO))
    status, reason = found.pop("K5.1")
    assert status is CheckStatus.FAIL and "no wheel of a package" in reason
    assert {status for status, _ in found.values()} == {CheckStatus.SKIPPED}


def test_a_container_that_cannot_start_is_no_fault_of_its_program(clean: Path, state: pytest.MonkeyPatch) -> None:
    state.setenv("FAKE_PODMAN", "dies")
    containers = open_sandbox(AUTO).containers
    assert containers
    with pytest.raises(ContainerFaultError, match="could not be started"):
        containers.run(Job(("-c", ""), {}, Limits(2**20, 1, 9, 5, 9), image="x"))
    found = checks(clean, open_sandbox(AUTO))
    assert {found[check_id][0] for check_id in ("F8", "K5.2", "K5.3", "K5.4")} == {CheckStatus.SKIPPED}


def test_a_docker_whose_daemon_is_down_is_told_though_it_ends_with_0(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`docker info` prints JSON, names the error in it and may end with 0 (docker/cli issue 5900)."""
    answer = '{"ServerVersion": "", "ServerErrors": ["Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?"]}'
    (tmp_path / "docker").write_text(f"#!/bin/sh\necho '{answer}'\n")
    (tmp_path / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ContainerFaultError, match="does not answer"):
        open_sandbox(ContainerSettings(engine="docker"))


@pytest.mark.parametrize("plugins", ["[]", '[{"Name": "compose"}]', '[{"Name": "buildx", "Err": "exec format error"}]'])
def test_a_docker_client_without_buildx_is_told_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plugins: str
) -> None:
    """As client 28.2 answers without the plugin. One of 20.10 gives no version there and needs none."""
    limits = (
        '"MemoryLimit": true, "CpuCfsQuota": true, "CpuCfsPeriod": true, "PidsLimit": true, "CgroupDriver": "cgroupfs"'
    )
    client = f'"ClientInfo": {{"Version": "28.2.2", "Context": "default", "Plugins": {plugins}}}'
    (tmp_path / "docker").write_text(f'#!/bin/sh\necho \'{{"ServerVersion": "28.2", {limits}, {client}}}\'\n')
    (tmp_path / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ContainerFaultError, match="has no buildx"):
        open_sandbox(ContainerSettings(engine="docker"))
    assert "the docker client has no buildx" in open_sandbox(AUTO).reason
    (tmp_path / "docker").write_text((tmp_path / "docker").read_text().replace(client, '"ClientInfo": {"Plugins": []}'))
    assert ask("docker").missing == ()


def test_docker_says_which_limits_it_enforces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = '{"ServerVersion": "28.2", "MemoryLimit": true, "CpuCfsQuota": true, "CpuCfsPeriod": true, "PidsLimit": false, "CgroupVersion": "2", "CgroupDriver": "systemd", "SecurityOptions": ["name=rootless"]}'
    (tmp_path / "docker").write_text(f"#!/bin/sh\necho '{answer}'\n")
    (tmp_path / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ContainerFaultError, match="no limit of pids: docker 28"):
        open_sandbox(ContainerSettings(engine="docker"))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "its hash differs"),
        ("ERROR: Hashes are required in --require-hashes mode, but they are missing", "has no hash"),
        ("ERROR: x.whl is not a supported wheel on this platform.", "does not fit the platform"),
    ],
)
def test_faults_of_a_lock_are_told_apart(said: str, reason: str) -> None:
    found = build_fault(f"STEP 4/8: RUN pip install\n{said}\nError: building at STEP: exit status 1")
    assert isinstance(found, Unbuildable) and reason in found.reason
