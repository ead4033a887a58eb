"""From paths to candidate papers."""

from pathlib import Path

import pytest

from pipeline.intake import discover
from schemas.errors import UsageError


def _touch(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")


def test_folders_are_searched_in_natural_order_and_each_paper_is_named_once(tmp_path: Path) -> None:
    _touch(tmp_path, "p10.pdf", "p2.pdf", "sub/p1.nxml", "sub/code.tar.gz", "x.csv")
    found = discover([tmp_path, tmp_path / "p2.pdf"])
    assert [path.name for path in found] == ["p2.pdf", "p10.pdf", "code.tar.gz", "p1.nxml"]


def test_prose_hidden_files_and_the_data_beside_a_paper_are_no_papers(tmp_path: Path) -> None:
    _touch(
        tmp_path, "a/paper.pdf", "a/data/x.xml", "a/README.md", "a/NOTICE.md", "a/LICENSE.md", ".git/x.xml", "a/.b.pdf"
    )
    _touch(tmp_path, "data/lonely.pdf")
    assert [path.name for path in discover([tmp_path])] == ["paper.pdf", "lonely.pdf"]


def test_a_file_that_is_named_is_taken_whatever_its_suffix(tmp_path: Path) -> None:
    _touch(tmp_path, "paper.bin")
    assert discover([tmp_path / "paper.bin"]) == (tmp_path / "paper.bin",)


def test_a_missing_path_and_an_empty_folder_are_usage_errors(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.pdf does not exist"):
        discover([tmp_path / "nowhere.pdf"])
    with pytest.raises(UsageError, match="holds no papers"):
        discover([tmp_path])
