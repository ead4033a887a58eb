"""Versions, differences, known issues and withdrawal of packs."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.adapters.store import FileStore
from pipeline.pack import build
from pipeline.pack.files import listing, pack_sha256
from pipeline.pack.lifecycle import PackStatus, difference, next_version, read_status, status_path, write_status
from pipeline.pack.lifecycle.difference import Weight
from schemas.errors import UsageError
from schemas.pack import Pack
from tests.flows.command import Shell
from tests.pack.cases import Case


def append(path: str) -> Callable[[Path], object]:
    def change(pack: Path) -> object:
        with (pack / path).open("a") as stream:
            return stream.write("\n")

    return change


@pytest.mark.parametrize(
    ("change", "weight"),
    [
        (append("problem/data/enzyme_screen/test.csv"), Weight.MAJOR),
        (append("evaluation/ground_truth/enzyme_screen/truth.csv"), Weight.MAJOR),
        (append("evaluation/evaluator.py"), Weight.MAJOR),
        (append("problem/README.md"), Weight.MINOR),
        (append("environment/requirements.lock"), Weight.MINOR),
        (append("licenses/ATTRIBUTION.txt"), Weight.PATCH),
        (lambda pack: (pack / "problem" / "run.py").unlink(), Weight.MINOR),
    ],
)
def test_the_weight_of_a_difference_tells_whether_scores_compare(
    change: Callable[[Path], object], weight: Weight, clean: Path, pack: Path
) -> None:
    change(pack)
    found = difference(clean, pack)
    assert found.weight is weight
    assert len(found.files) == 1


def test_equal_packs_do_not_differ(clean: Path, pack: Path) -> None:
    found = difference(clean, pack)
    assert (found.files, found.origins, found.marks, found.code, found.weight) == ((), (), (), (), None)


def test_changed_marks_are_named(clean: Path, pack: Path) -> None:
    path = pack / "evaluation" / "scoring.json"
    scoring = json.loads(path.read_text())
    marks = scoring["instances"][0]["metrics"][0]
    old, marks["sota"] = marks["sota"], 0.5
    path.write_text(json.dumps(scoring))
    (named,) = difference(clean, pack).marks
    assert named.startswith(f"enzyme_screen: {marks['metric']}: SOTA {old}, 0.5")


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99), st.sampled_from(Weight))
def test_a_heavier_difference_moves_an_earlier_number(major: int, minor: int, patch: int, weight: Weight) -> None:
    after = tuple(map(int, next_version(f"{major}.{minor}.{patch}", weight).split(".")))
    assert after > (major, minor, patch)
    assert next_version(f"{major}.{minor}.{patch}", None) == f"{major}.{minor}.{patch}"
    place = list(Weight).index(weight)
    assert after[place] == (major, minor, patch)[place] + 1 and set(after[place + 1 :]) <= {0}


def test_building_again_keeps_the_version_and_other_bytes_raise_it(
    case: Case, store: FileStore, tmp_path: Path
) -> None:
    def built() -> Pack:
        made = build(case.paper, case.task, case.recipes, case.files, store, tmp_path)
        (record,) = [record for record in made.records if isinstance(record, Pack)]
        return record

    first = built()
    folder = tmp_path / first.pack_id
    assert (first.semantic_version, built().semantic_version) == ("1.0.0", "1.0.0")
    append("problem/data/enzyme_screen/train.csv")(folder)  # as if an earlier papergym had made other data
    assert built().semantic_version == "2.0.0"
    assert read_status(folder).pack_sha256 == pack_sha256(listing(folder)) == first.pack_sha256


def test_known_issues_outlive_a_rebuild(case: Case, store: FileStore, tmp_path: Path) -> None:
    build(case.paper, case.task, case.recipes, case.files, store, tmp_path)
    (folder,) = tmp_path.glob("prediction_*")
    told = Shell(tmp_path / "var").run("pack-status", folder, "--issue", "row 7 is doubled", "--by", "Ada")
    assert told.returncode == 0, told.stderr
    build(case.paper, case.task, case.recipes, case.files, store, tmp_path)
    (issue,) = read_status(folder).known_issues
    assert (issue.text, issue.by, issue.version) == ("row 7 is doubled", "Ada", "1.0.0")


def test_a_withdrawal_is_told_first_and_can_be_taken_back(pack: Path) -> None:
    shell = Shell(pack.parent / "var")
    shell.run("pack-status", pack, "--issue", "small", "--by", "Ada")
    told = shell.run("pack-status", pack, "--withdraw", "the labels were wrong", "--by", "Ada")
    assert "withdrawn" in told.stdout.splitlines()[1]
    scored = shell.run("score", pack, pack / "problem" / "sample_submission", "--json")
    assert "withdrawn" in scored.stderr and json.loads(scored.stdout)["gap"] is not None
    shell.run("pack-status", pack, "--restore", "--by", "Ada")
    assert read_status(pack).withdrawn is None


def test_of_issues_told_at_once_none_is_lost(pack: Path) -> None:
    shell = Shell(pack.parent / "var")
    told = [shell.start("pack-status", pack, "--issue", f"fault {n}", "--by", "Ada") for n in range(4)]
    assert all(process.communicate() and process.returncode == 0 for process in told)
    assert sorted(issue.text for issue in read_status(pack).known_issues) == [f"fault {n}" for n in range(4)]


def test_an_export_tells_of_known_issues(pack: Path, tmp_path: Path) -> None:
    shell = Shell(pack.parent / "var")
    shell.run("pack-status", pack, "--withdraw", "the labels were wrong", "--by", "Ada")
    done = shell.run("export-pack", pack, "--to", "croissant", "--out", tmp_path / "export")
    assert done.returncode == 0 and "the labels were wrong" in done.stderr


def test_a_change_needs_a_name(pack: Path) -> None:
    told = Shell(pack.parent / "var").run("pack-status", pack, "--issue", "x")
    assert (told.returncode, status_path(pack).exists()) == (2, False)


@pytest.mark.parametrize("text", ["[", "pack_id: x\nversion: one\n", "42"])
def test_a_broken_status_file_is_named(pack: Path, text: str) -> None:
    status_path(pack).parent.mkdir()
    status_path(pack).write_text(text)
    with pytest.raises(UsageError, match="_status"):
        read_status(pack)


def test_a_status_is_read_as_it_was_written(pack: Path) -> None:
    status = PackStatus(pack_id=pack.name, version="3.1.4")
    write_status(pack, status)
    assert read_status(pack) == status


def test_the_command_says_equal_or_what_differs(clean: Path, pack: Path) -> None:
    shell = Shell(pack.parent / "var")
    same = shell.run("diff", clean, pack)
    assert (same.returncode, same.stdout) == (0, "the packs are equal, byte by byte\n")
    append("problem/README.md")(pack)
    other = shell.run("diff", clean, pack)
    assert other.returncode == 3
    assert "minor\tproblem/README.md\tchanged" in other.stdout
    shutil.rmtree(pack)
    assert shell.run("diff", clean, pack).returncode == 2
