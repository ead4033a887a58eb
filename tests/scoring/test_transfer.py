"""Copying an untrusted submission: what is taken, what is refused, and what is nobody's fault but ours."""

import resource
from pathlib import Path

import pytest

from pipeline.scoring.transfer import MAX_FILES, transfer
from schemas.errors import StalledError


@pytest.fixture
def output(tmp_path: Path) -> Path:
    (tmp_path / "output" / "one").mkdir(parents=True)
    return tmp_path / "output"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "target").mkdir()
    return tmp_path / "target"


def test_files_are_copied_as_they_are(output: Path, target: Path) -> None:
    (output / "one" / "predictions.csv").write_bytes(b"id\0\xff" * 1_000_000)
    moved = transfer(output, target, ["one"])
    assert moved.copied == ("one/predictions.csv",) and moved.refused == {}
    assert (target / "one" / "predictions.csv").read_bytes() == (output / "one" / "predictions.csv").read_bytes()


def test_only_the_named_instances_and_no_folders_below_them(output: Path, target: Path) -> None:
    (output / "other").mkdir()
    (output / "other" / "predictions.csv").touch()
    (output / "one" / "deep").mkdir()
    (output / "one" / "deep" / "predictions.csv").touch()
    moved = transfer(output, target, ["one", "two"])
    assert moved.copied == ()
    assert moved.refused == {"one/deep": "not a regular file", "two": "no such folder"}
    assert sorted(path.name for path in target.rglob("*")) == ["one", "two"]


def test_a_flood_of_files_is_cut(output: Path, target: Path) -> None:
    for number in range(MAX_FILES + 50):
        (output / "one" / f"{number}.txt").touch()
    moved = transfer(output, target, ["one"])
    assert len(moved.copied) == MAX_FILES == len(list((target / "one").iterdir()))
    assert list(moved.refused.values()) == [f"more than {MAX_FILES} files"]


def test_what_cannot_be_written_is_not_the_submissions_fault(output: Path, target: Path) -> None:
    """A limit on the size of files stands for a full disk."""
    (output / "one" / "predictions.csv").write_bytes(b"x" * 100_000)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    try:
        with pytest.raises(StalledError, match="could not be copied"):
            transfer(output, target, ["one"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
