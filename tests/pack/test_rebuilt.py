"""A pack next to itself written again: what differs, and why."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.pack.files import sha256_of
from pipeline.pack.lifecycle import compare_rebuilt
from tests.flows.command import Shell

README = "problem/README.md"
TRAIN = "problem/data/enzyme_screen/train.csv"


def edit_lock(pack: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = pack / "pack.lock.json"
    lock = json.loads(path.read_text())
    change(lock)
    path.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n")


def other_file(pack: Path, name: str) -> None:
    """A file that came out otherwise, as its lock says too."""
    with (pack / name).open("a") as stream:
        stream.write("\n")
    digest, size = sha256_of(pack / name), (pack / name).stat().st_size

    def change(lock: dict[str, Any]) -> None:
        next(file for file in lock["files"] if file["path"] == name).update(sha256=digest, bytes=size)

    edit_lock(pack, change)


def test_the_same_bytes_are_the_same(clean: Path, pack: Path) -> None:
    found = compare_rebuilt(clean, pack)
    assert found.is_same and not found.reasons


def test_other_code_is_the_reason(clean: Path, pack: Path) -> None:
    edit_lock(pack, lambda lock: lock["code_sha256"].update(scoring="0" * 64))
    found = compare_rebuilt(clean, pack)
    assert [(file.path, file.change) for file in found.files] == [("pack.lock.json", "changed")]
    assert found.reasons == ("papergym is another version in scoring; use the version that built the pack",)


def test_another_template_is_the_reason(clean: Path, pack: Path) -> None:
    edit_lock(pack, lambda lock: lock["template_sha256"].update({"README.md.j2": "0" * 64}))
    other_file(pack, README)
    found = compare_rebuilt(clean, pack)
    assert [file.path for file in found.files] == [README, "pack.lock.json"]
    assert "the templates of papergym" in found.reasons[0] and len(found.reasons) == 1


def test_other_data_and_another_recipe_are_named(clean: Path, pack: Path) -> None:
    def change(lock: dict[str, Any]) -> None:
        next(file for file in lock["data"] if file["is_used"])["sha256"] = "0" * 64
        lock["recipes"][0]["target"] = "another"

    edit_lock(pack, change)
    other_file(pack, TRAIN)
    told = " | ".join(compare_rebuilt(clean, pack).reasons)
    assert "made from other things: data: " in told and "recipe of enzyme_screen" in told


def test_where_nothing_explains_it_the_libraries_are_asked_about(clean: Path, pack: Path) -> None:
    other_file(pack, TRAIN)
    (reason,) = compare_rebuilt(clean, pack).reasons
    assert "a library (pandas, numpy) may be another version" in reason


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda pack: (pack / TRAIN).write_text("changed"), f"{TRAIN} is not what the lock names"),
        (lambda pack: (pack / TRAIN).unlink(), f"{TRAIN} is missing"),
        (lambda pack: (pack / "problem" / "extra.txt").write_text(""), "problem/extra.txt is not what the lock names"),
    ],
)
def test_a_folder_changed_after_the_build_is_no_fault_of_papergym(
    clean: Path, pack: Path, change: Callable[[Path], object], said: str
) -> None:
    change(pack)
    found = compare_rebuilt(pack, clean)
    assert (found.files, found.changed_since, found.is_same) == ((), (said,), False)
    assert found.reasons == ("the folder was changed after the pack was built; take the pack again from where it came",)


def test_withheld_data_may_be_missing_and_is_compared_by_its_hash(clean: Path, pack: Path, tmp_path: Path) -> None:
    again = Path(shutil.copytree(pack, tmp_path / "again"))
    for folder in (pack, again):
        edit_lock(folder, lambda lock: lock.update(withheld=[TRAIN]))
    (pack / TRAIN).unlink()
    assert compare_rebuilt(pack, again).is_same
    other_file(again, TRAIN)
    assert [file.path for file in compare_rebuilt(pack, again).files] == [TRAIN, "pack.lock.json"]


def test_a_paper_that_is_not_found_or_another_one(pack: Path, tmp_path: Path) -> None:
    shell = Shell(tmp_path / "var")
    lost = shell.run("rebuild", pack)
    assert lost.returncode == 5 and "the paper is not below" in lost.stderr and "--paper" in lost.stderr
    other = tmp_path / "other.pdf"
    other.write_text("x")
    assert "is not the document" in shell.run("rebuild", pack, "--paper", other).stderr
    assert shell.run("rebuild", pack, "--paper", tmp_path / "none.pdf").returncode == 2
    assert shell.run("rebuild", tmp_path).returncode == 2


def test_data_that_is_not_to_be_had_is_named(pack: Path, tmp_path: Path) -> None:
    paper = tmp_path / "paper.xml"
    paper.write_text("<a/>")
    edit_lock(pack, lambda lock: lock["paper"].update(sha256=sha256_of(paper)))
    done = Shell(tmp_path / "var").run("rebuild", pack, "--paper", paper)
    assert done.returncode == 5
    assert "https://zenodo.org/records/1234567 does not give" in done.stderr and "mirror map" in done.stderr


@pytest.mark.parametrize("name", ["../../outside", "/tmp/outside", ".", "a/b", ""])
def test_a_lock_cannot_lead_out_of_the_folder(pack: Path, tmp_path: Path, name: str) -> None:
    edit_lock(pack, lambda lock: lock.update(pack_id=name))
    done = Shell(tmp_path / "var").run("rebuild", pack)
    assert done.returncode == 2 and "is no name of a folder" in done.stderr


def test_what_is_there_is_never_written_over(pack: Path, tmp_path: Path) -> None:
    done = Shell(tmp_path / "var").run("rebuild", pack, "--out", pack)
    assert done.returncode == 2 and "cannot be a new folder" in done.stderr
