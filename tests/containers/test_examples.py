"""Both examples with containers: K5 and F8 for real, from the command line and from the pack's folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.adapters.store import FileStore
from pipeline.containers import Image, Sandbox
from pipeline.pack.checks import all_checks
from pipeline.pack.checks.view import PackView
from pipeline.pack.verification import find
from schemas.data import CheckStatus
from tests.containers.conftest import BASE, ENGINE, write
from tests.flows.command import ROOT, Shell
from tests.pack.cases import crabnet

AGAIN = "warn" if ENGINE == "docker" else "pass"
"""Of K5.5: docker stamps the time of a build, so that the image has another id, and the same files."""
RUN = ("F8", "K5.2", "K5.3", "K5.4", "K5.5")


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory, image: Image) -> Shell:
    named = (("PAPERGYM_CONTAINERS__ENGINE", ENGINE), ("PAPERGYM_CONTAINERS__BASE_IMAGE", BASE))
    return Shell(tmp_path_factory.mktemp("examples") / "var", named)


@pytest.fixture(scope="module")
def pack(shell: Shell) -> Iterator[Path]:
    """The first example's pack, built with its container checks."""
    done = shell.run("build-pack", ROOT / "examples/lmsuccsite/paper.pdf", "--plain", timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = (shell.var / "packs").glob("prot*")
    yield found


def test_a_pack_is_packed_only_with_its_container_checks(shell: Shell, pack: Path) -> None:
    rows: list[dict[str, Any]] = shell.sql("select check_id, status, reason from pack_checks")
    found = {row["check_id"]: row["status"] for row in rows}
    assert {check_id: found[check_id] for check_id in RUN} == {**dict.fromkeys(RUN, "pass"), "K5.5": AGAIN}
    assert found["K5.1"] == "warn"  # the base of the tests stands in for the pinned one


def test_scores_are_made_offline_in_a_container(shell: Shell, pack: Path) -> None:
    done = shell.run("score", pack, pack / "problem/sample_submission")
    assert done.returncode == 0 and f"scored offline in {ENGINE}" in done.stdout
    assert f'"sandbox":"{ENGINE}' in (shell.var / "attempts.jsonl").read_text()


def test_the_second_example_passes_too(tmp_path: Path, sandbox: Sandbox) -> None:
    store = FileStore(tmp_path / "store")
    pack = write(crabnet(store), store, tmp_path / "packs")

    def again(folder: Path) -> None:
        write(crabnet(store), store, folder.parent / "written")
        (folder.parent / "written" / pack.name).replace(folder)

    with PackView(pack, sandbox, again) as view:
        found = {check.check_id: find(view, check, {}) for check in all_checks() if check.check_id in RUN}
    assert found.pop("K5.5").status == AGAIN
    assert {check_id: (f.status, f.reason) for check_id, f in found.items() if f.status is not CheckStatus.PASS} == {}
