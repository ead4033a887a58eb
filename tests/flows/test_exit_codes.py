"""What the command line says to bad input: one clear line, the right exit code, never a traceback."""

import json
import subprocess
from pathlib import Path

import pymupdf
import pytest

from tests.flows.command import ROOT, Shell

PAPER = ROOT / "examples" / "rejected" / "plos-pbio.1001044.xml"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "var")


def locked_pdf() -> bytes:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), "A paper")
    content: bytes = document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")
    return content


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("build-pack", "missing.pdf"), "missing.pdf does not exist"),
        (("build-pack", "."), ". is a folder"),
        (("run", "missing"), "missing does not exist"),
        (("run", "schemas"), "schemas holds no papers"),
        (("verify-pack", "schemas"), "schemas is not a pack"),
        (("score", "schemas", "schemas"), "schemas is no pack"),
        (("audit", "anything"), "there is no warehouse"),
        (("funnel",), "there is no warehouse"),
        (("sql", "select 1"), "there is no warehouse"),
        (("nonsense",), "No such command"),
        (("run", "examples", "--until", "tomorrow"), "Invalid value for '--until'"),
    ],
)
def test_wrong_use_exits_with_2_and_says_what_is_wrong(shell: Shell, arguments: tuple[str, ...], message: str) -> None:
    done = shell.run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


UNUSABLE = {
    "empty.pdf": (b"", "not_a_paper"),
    "page.pdf": (b"<!doctype html><html><body>Just a moment...</body></html>", "not_a_paper"),
    "truncated.pdf": ((ROOT / "examples/lmsuccsite/paper.pdf").read_bytes()[:5000], "damaged"),
    "noise.pdf": (bytes(range(256)) * 20, "damaged"),
    "locked.pdf": (locked_pdf(), "encrypted"),
    "no-body.xml": (b"<article><front/></article>", "incomplete_document"),
    "bundle.zip": (b"PK\x05\x06" + b"\0" * 18, "unsupported_format"),
}


@pytest.fixture(scope="module")
def unusable(tmp_path_factory: pytest.TempPathFactory) -> "subprocess.CompletedProcess[str]":
    """One run over all the documents that cannot be used, and one that can."""
    folder = tmp_path_factory.mktemp("unusable")
    for name, (content, _) in UNUSABLE.items():
        (folder / name).write_bytes(content)
    (folder / "sound.xml").write_bytes(PAPER.read_bytes())
    return Shell(folder / "var").run("run", folder, "--plain", "--json")


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_document_that_cannot_be_used_waits_for_a_human(
    unusable: "subprocess.CompletedProcess[str]", name: str
) -> None:
    papers = {Path(paper["file"]).name: paper for paper in json.loads(unusable.stdout)["papers"]}
    assert (papers[name]["outcome"], papers[name]["category"]) == ("needs_review", UNUSABLE[name][1])
    assert papers["sound.xml"]["outcome"] == "rejected"


def test_documents_that_wait_make_the_exit_code_4(unusable: "subprocess.CompletedProcess[str]") -> None:
    assert unusable.returncode == 4
    assert "Traceback" not in unusable.stderr


def test_an_external_entity_is_not_read(shell: Shell, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the-secret-of-the-machine")
    text = PAPER.read_text(encoding="utf-8")
    _, body = text.split("<article", 1)
    declared = f'<!DOCTYPE article [<!ENTITY x SYSTEM "{secret.as_uri()}">]>\n<article{body}'
    hostile = tmp_path / "hostile.xml"
    hostile.write_text(declared.replace("<body>", "<body><p>&x; is here</p>", 1), encoding="utf-8")
    done = shell.run("build-pack", hostile, "--plain", "--json")
    assert done.returncode in {3, 4}
    everything = b"".join(path.read_bytes() for path in shell.var.rglob("*") if path.is_file())
    assert b"the-secret-of-the-machine" not in done.stdout.encode() + everything


def test_a_rejection_exits_with_3_and_names_the_rule(shell: Shell) -> None:
    done = shell.run("build-pack", PAPER, "--plain")
    assert done.returncode == 3
    assert "rule prefilter (article_type)" in done.stdout
    assert "book-review" in done.stdout


def test_a_warehouse_that_cannot_be_made_exits_with_5(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file where the folder should be")
    done = Shell(tmp_path / "var").run("build-pack", PAPER, "--plain")
    assert done.returncode == 5
    assert "warehouse" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_exits_with_5_and_loses_nothing(tmp_path: Path) -> None:
    """A file size limit makes every larger write fail, as a full disk does."""
    shell = Shell(tmp_path / "var")
    assert shell.run("build-pack", PAPER, "--plain").returncode == 3
    other = ROOT / "examples" / "rejected" / "pclm.0000068.xml"
    full = shell.run_limited(40_000, "build-pack", other, "--plain")
    assert full.returncode == 5
    assert "Traceback" not in full.stderr
    assert shell.run("audit", PAPER).returncode == 0
    assert shell.run("build-pack", other, "--plain").returncode == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("by: [", "not YAML"),
        ("by: Ada\n", "date: Field required"),
        ("by: Ada\ndate: 2026-01-02\nscores: [{method: X}]\n", "scores.0."),
        ("by: Ada\ndate: 2026-01-02\ncolour: red\n", "colour: Extra inputs"),
    ],
)
def test_a_bad_curation_file_stalls_its_paper_and_names_the_field(
    shell: Shell, tmp_path: Path, text: str, message: str
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "one.xml").write_bytes(PAPER.read_bytes())
    (folder / "two.xml").write_bytes((ROOT / "examples/rejected/pclm.0000068.xml").read_bytes())
    (folder / "one.curation.yaml").write_text(text)
    papers = {paper["file"].rsplit("/")[-1]: paper for paper in shell.json("run", folder, "--plain")["papers"]}
    assert papers["one.xml"]["outcome"] == "failed"
    assert message in papers["one.xml"]["reason"]
    assert papers["two.xml"]["outcome"] == "rejected"
