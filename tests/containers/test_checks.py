"""K5 and F8 on real images and containers: a sound pack passes, and each check finds its own planted fault."""

import base64
import hashlib
import json
import shutil
import socket
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.adapters.engine import Engine
from pipeline.adapters.engine_build import resolve_base
from pipeline.containers import Containers, Image, Limits, Sandbox
from pipeline.pack import layout
from pipeline.pack.checks import all_checks, k5
from pipeline.pack.checks.check import Finding
from pipeline.pack.checks.view import PackView
from pipeline.pack.firewall.image import scan
from pipeline.pack.firewall.secrets import load
from pipeline.pack.image import build_image
from pipeline.pack.probes import inside
from pipeline.pack.verification import find
from schemas.data import CheckStatus
from schemas.errors import ContainerFaultError
from tests.containers.conftest import BASE, ENGINE, truth_of


def checked(pack: Path, sandbox: Sandbox, *ids: str) -> dict[str, Finding]:
    """Some checks on a pack, as verification makes them."""
    with PackView(pack, sandbox) as view:
        return {check.check_id: find(view, check, {}) for check in all_checks() if check.check_id in ids}


def test_a_sound_pack_passes(clean: Path, sandbox: Sandbox) -> None:
    """F8 and K5.5 too, on both examples, in test_examples.py."""
    found = checked(clean, sandbox, "K5.1", "K5.2", "K5.3", "K5.4")
    stand_in = found.pop("K5.1")
    assert {check_id: finding.status for check_id, finding in found.items()} == dict.fromkeys(found, CheckStatus.PASS)
    assert stand_in.status is CheckStatus.WARN
    assert "python:3.11-slim@sha256:" in stand_in.reason and "in the place of" in stand_in.reason
    assert "limits in force: memory 4294967296, processes 256, cpu 200000" in found["K5.3"].reason


@pytest.mark.skipif(ENGINE == "docker", reason="docker gives digests only to images of a registry")
def test_a_base_by_digest_passes_as_it_is(pack: Path, sandbox: Sandbox, containers: Containers) -> None:
    """The base of this machine, pinned by its own digest, as a Dockerfile pins one of a registry."""
    assert isinstance(containers, Engine)
    digest = subprocess.run(
        ["podman", "image", "inspect", "--format", "{{index .RepoDigests 0}}", BASE], capture_output=True, text=True
    ).stdout.strip()
    dockerfile = pack / layout.DOCKERFILE
    line = next(line for line in dockerfile.read_text().splitlines() if line.startswith("ARG BASE="))
    dockerfile.write_text(dockerfile.read_text().replace(line, f"ARG BASE={digest}"))
    pinned = replace(containers, building=replace(containers.building, base_image=""))
    finding = checked(pack, replace(sandbox, containers=pinned), "K5.1")["K5.1"]
    assert finding.status is CheckStatus.PASS and digest in finding.reason


def test_a_base_that_is_here_under_another_digest_only_passes_nothing(clean: Path, containers: Containers) -> None:
    """The tag of the pinned base is here, its digest is not, and no registry either: the world's fault, no verdict."""
    assert isinstance(containers, Engine)
    pinned = replace(containers, building=replace(containers.building, base_image=""))
    with pytest.raises(ContainerFaultError, match=r"base image|registry cannot be reached"):
        build_image(pinned, clean)
    view = checked(clean, Sandbox(pinned, "", Limits(2**32, 2, 256, 60, 2**29)), "K5.1", "K5.2")
    assert {finding.status for finding in view.values()} == {CheckStatus.SKIPPED}
    assert all("base image" in finding.reason for finding in view.values())


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        (layout.DOCKERFILE, "USER 1000:1000", "COPY --from=x / /\nUSER 1000:1000", "other instructions"),
        (layout.DOCKERFILE, "USER 1000:1000\n", "", "other instructions"),
        (layout.DOCKERFILE, "@sha256:", ":", "digest"),
        (layout.REQUIREMENTS, "six==", "--extra-index-url=http://x/\nsix==", "no locked package"),
        (layout.REQUIREMENTS, "six==", "six @ file:///x\nsix==", "no locked package"),
    ],
)
def test_an_environment_that_is_not_ours_is_not_built(
    pack: Path, sandbox: Sandbox, path: Path, old: str, new: str, said: str
) -> None:
    text = (pack / path).read_text()
    assert old in text
    (pack / path).write_text(text.replace(old, new))
    found = checked(pack, sandbox, "F8", "K5.1", "K5.2", "K5.5")
    assert found.pop("K5.1").status is CheckStatus.FAIL
    assert {finding.status for finding in found.values()} == {CheckStatus.SKIPPED}
    assert said in checked(pack, sandbox, "K5.1")["K5.1"].reason


def test_a_package_that_is_not_what_the_lock_says_fails_the_build(pack: Path, sandbox: Sandbox) -> None:
    lock = pack / layout.REQUIREMENTS
    entry = next(part for part in lock.read_text().split("\n\n")[0].split("six==")[1:])
    version = entry.split()[0]
    lock.write_text(f"six=={version} \\\n    --hash=sha256:{'0' * 64}\n")
    finding = checked(pack, sandbox, "K5.1")["K5.1"]
    assert finding.status is CheckStatus.FAIL and "hash differs" in finding.reason


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("raise SystemExit(4)", "ended with code 4"),
        ("print('nothing')", "wrote no enzyme_screen/predictions.csv"),
    ],
)
def test_a_starter_that_does_not_answer_fails(pack: Path, sandbox: Sandbox, source: str, said: str) -> None:
    (pack / layout.STARTER).write_text(source)
    quick = replace(sandbox, limits=replace(sandbox.limits, seconds=5))
    finding = checked(pack, quick, "K5.2")["K5.2"]
    assert finding.status is CheckStatus.FAIL and said in finding.reason


def test_the_truth_among_the_problem_is_in_sight(pack: Path, sandbox: Sandbox) -> None:
    shutil.copy(truth_of(pack), pack / "problem/data/enzyme_screen/truth.csv")
    finding = checked(pack, sandbox, "K5.3")["K5.3"]
    assert finding.status is CheckStatus.FAIL and "truth.csv can be seen" in finding.reason


def test_limits_that_are_not_those_asked_for_are_found(pack: Path, sandbox: Sandbox) -> None:
    with PackView(pack, sandbox) as view:
        facts = view.contained.probe(view.contained.solver_job)
        asked = replace(sandbox, limits=replace(sandbox.limits, memory_bytes=2**31, output_bytes=1))
        view.contained.sandbox = asked
        said = list(k5.unset(facts, view.contained))
    assert [text.split(" is ")[0] for text in said] == ["the limit of memory", "the limit of a file"]


def test_the_probe_sees_what_is_open(tmp_path: Path) -> None:
    """On the host, where nothing is shut: it must find a way out and a file, or its silence inside says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert inside.attempt(inside.connect, ("127.0.0.1", server.getsockname()[1])) == "reached"
        assert inside.attempt(inside.send, ("127.0.0.1", server.getsockname()[1])) == "reached"
    assert inside.attempt(inside.write_in, str(tmp_path)) == "reached"
    (tmp_path / "evaluation").mkdir()
    (tmp_path / "evaluation" / "truth.csv").touch()
    found = inside.found(["evaluation", "truth.csv"], str(tmp_path))
    assert found == [str(tmp_path / "evaluation"), str(tmp_path / "evaluation" / "truth.csv")]


def test_an_evaluator_that_scores_otherwise_in_there_fails(pack: Path, sandbox: Sandbox) -> None:
    evaluator = pack / layout.EVALUATOR
    text = evaluator.read_text()
    assert "def main() -> int:" in text
    evaluator.write_text(
        text.replace("def main() -> int:", "def main() -> int:\n    if Path('/submission').exists(): return 1\n")
    )
    finding = checked(pack, sandbox, "K5.4")["K5.4"]
    assert finding.status is CheckStatus.FAIL and "ended with code 1" in finding.reason


def test_a_pack_that_is_written_otherwise_again_is_found(clean: Path) -> None:
    def again(folder: Path) -> None:
        shutil.copytree(clean, folder, dirs_exist_ok=True)
        (folder / layout.README).write_text("other")
        (folder / layout.CROISSANT).unlink()

    with PackView(clean, write_again=again) as view:
        assert k5.other_bytes(view) == ["croissant.json", "problem/README.md"]


class Planted:
    """Images made by a Dockerfile of the test, on the base: what ours could never hold."""

    def __init__(self, engine: Engine, clean: Path, home: Path) -> None:
        self.engine, self.clean, self.home = engine, clean, home

    def build(self, instructions: str, timestamp: int = 1, files: dict[str, bytes] | None = None) -> Image:
        context = self.home / "context"
        shutil.rmtree(context, ignore_errors=True)
        context.mkdir()
        (context / "Dockerfile").write_text(f"FROM {BASE}\n{instructions}\n")
        for name, data in (files or {}).items():
            (context / name).parent.mkdir(parents=True, exist_ok=True)
            (context / name).write_bytes(data)
        note = self.home / "id"
        times = ["--timestamp", str(timestamp)] if ENGINE == "podman" else []  # docker stamps the time of the build
        options = ["--quiet", "--no-cache", "--network", "none", *times, "--iidfile", str(note)]
        command = [ENGINE, "build", *options, str(context)]
        subprocess.run(command, check=True, capture_output=True, env=self.engine.building.environment())
        base_id, layers = resolve_base(self.engine._inspect, self.engine._pull, BASE)
        return Image(note.read_text().strip(), BASE, base_id, layers)

    def hits(self, image: Image) -> list[str]:
        self.engine.save(image, self.home / "image.tar")
        found = scan(self.home / "image.tar", image.base_layers, self.clean, load(self.clean), self.home / "laid")
        (self.home / "image.tar").unlink()
        shutil.rmtree(self.home / "laid")
        return [str(hit) for hit in found.hits]


@pytest.fixture
def planted(containers: Containers, clean: Path, tmp_path: Path) -> Planted:
    assert isinstance(containers, Engine)
    return Planted(containers, clean, tmp_path)


@pytest.mark.parametrize(
    ("instructions", "kind"),
    [
        ("ENV MODEL=ZymoFormer", "F8/F2 image/config.json"),
        ('LABEL paper="10.9999/zymo.2024.17"', "F8/F1 image/config.json"),
        ("RUN mkdir -p /opt/zymoformer", "F8/F2 image/history.json"),
        ("RUN echo 'see Quillfeather, A.: Zymoformer' > /opt/note.txt", "F8/F2 image/1/opt/note.txt"),
        ("COPY truth.csv /opt/data.csv\nRUN rm /opt/data.csv", "F8/F6 image/1/opt/data.csv"),
        ("COPY truth.csv /opt/data.csv\nRUN echo id > /opt/data.csv", "F8/F6 image/1/opt/data.csv"),
        ("RUN touch /opt/zymoformer.bin", "F8/F2 image/1/opt/zymoformer.bin"),
    ],
)
def test_a_leak_in_the_image_is_found(planted: Planted, instructions: str, kind: str) -> None:
    """In variables, labels, commands and files, also where a later layer hides them."""
    image = planted.build(instructions, files={"truth.csv": truth_of(planted.clean).read_bytes()})
    assert [hit for hit in planted.hits(image) if hit.startswith(kind)]


def test_an_image_without_a_leak_has_none(planted: Planted) -> None:
    assert planted.hits(planted.build("RUN echo fine > /opt/note.txt")) == []


def test_a_file_of_a_package_is_known_only_while_it_is_as_recorded(planted: Planted) -> None:
    """Text about other papers in a package is no leak; the same package with a file that was changed is."""
    text = b"Described in Journal of Invented Enzymes (2024) by Quillfeather, A.\n"
    digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=")
    copy, note, listing = "COPY lib /opt/lib", "lib/tool/note.txt", "lib/tool-1.dist-info/RECORD"
    record = b"tool/note.txt,sha256=" + digest + b",9\ntool-1.dist-info/RECORD,,\n"
    assert planted.hits(planted.build(copy, files={note: text, listing: record})) == []
    changed = planted.hits(planted.build(copy, files={note: text + b"x", listing: record}))
    assert [hit for hit in changed if hit.startswith("F8/F1 image/1/opt/lib/tool/note.txt")]


def test_other_times_are_other_ids_and_the_same_files(clean: Path, sandbox: Sandbox, planted: Planted) -> None:
    first, second = (planted.build("RUN echo fine > /opt/note.txt", timestamp) for timestamp in (1, 2))
    third = planted.build("RUN echo other > /opt/note.txt")
    assert len({first.id, second.id, third.id}) == 3
    with PackView(clean, sandbox) as view:
        assert k5.other_files(view, first, second) == []
        assert k5.other_files(view, first, third) == ["1/opt/note.txt"]


def test_a_pack_of_another_version_is_told_from_one_that_differs(pack: Path, sandbox: Sandbox, clean: Path) -> None:
    lock = pack / layout.LOCK
    made = json.loads(lock.read_text())
    lock.write_text(json.dumps(made | {"code_sha256": made["code_sha256"] | {"pack": "0" * 64}}))
    with PackView(pack, sandbox, lambda folder: shutil.copytree(clean, folder, dirs_exist_ok=True)) as view:
        (check,) = (check for check in all_checks() if check.check_id == "K5.5")
        finding = find(view, check, {})
    assert finding.status is CheckStatus.WARN and "another version of papergym" in finding.reason
