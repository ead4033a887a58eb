"""A mirror answers for links from local paths, however the link is spelled, and says why where it cannot."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.adapters.mirror import MirrorSource
from schemas.data import LinkStatus
from tests.verify.records import EXAMPLES

REPOSITORY = "https://github.com/KCLabMTU/LMSuccSite"
DATA = EXAMPLES / "lmsuccsite" / "data"


@pytest.mark.parametrize(
    "spelling", [REPOSITORY, REPOSITORY + "/", "http://www.github.com/KCLabMTU/LMSuccSite.git", REPOSITORY + "#readme"]
)
def test_a_link_is_known_by_its_record_not_by_its_spelling(spelling: str) -> None:
    answer = MirrorSource({REPOSITORY: DATA}).answer(spelling)
    assert (answer.status, answer.root, answer.licence) == (LinkStatus.OPEN, DATA.resolve(), "Apache-2.0")
    assert answer.bytes == sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file())


def test_a_doi_is_known_with_and_without_its_resolver(tmp_path: Path) -> None:
    source = MirrorSource({"doi:10.5281/zenodo.1234567": tmp_path})
    assert source.answer("https://doi.org/10.5281/zenodo.1234567").status is LinkStatus.OPEN


def test_the_example_without_spdx_phrases_has_its_licence_too() -> None:
    assert MirrorSource({REPOSITORY: EXAMPLES / "crabnet" / "data"}).answer(REPOSITORY).licence == "MIT"


def test_an_unknown_licence_text_is_named_by_its_file(folder: Callable[..., Path]) -> None:
    root = folder({"LICENCE.txt": "You may look at this on Tuesdays.", "a.csv": "x,y\n1,2\n"})
    assert MirrorSource({REPOSITORY: root}).answer(REPOSITORY).licence == "LICENCE.txt"


def test_a_single_file_can_be_a_mirror() -> None:
    path = DATA / "info" / "positive_sites.csv"
    answer = MirrorSource({REPOSITORY: path}).answer(REPOSITORY)
    assert (answer.root, answer.bytes) == (path.resolve(), path.stat().st_size)


def test_a_link_without_mirror_is_unknown() -> None:
    answer = MirrorSource({}).answer(REPOSITORY)
    assert answer.status is LinkStatus.UNKNOWN
    assert "set network = true (or PAPERGYM_NETWORK=1)" in answer.detail


def test_a_missing_mirror_is_said_and_is_no_rejection(tmp_path: Path) -> None:
    answer = MirrorSource({REPOSITORY: tmp_path / "gone"}).answer(REPOSITORY)
    assert answer.status is LinkStatus.UNKNOWN
    assert "missing" in answer.detail and "gone" in answer.detail


def test_links_and_devices_are_no_mirrors(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(DATA)
    os.mkfifo(tmp_path / "pipe")
    for name, reason in (("link", "symbolic link"), ("pipe", "device, pipe or socket")):
        answer = MirrorSource({REPOSITORY: tmp_path / name}).answer(REPOSITORY)
        assert (answer.status, answer.root) == (LinkStatus.UNKNOWN, None)
        assert reason in answer.detail


def test_paths_that_leave_the_mirror_are_refused_and_counted(folder: Callable[..., Path], tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    root = folder({"good.csv": "a,b\n1,2\n"})
    (root / "out.csv").symlink_to(tmp_path / "secret.csv")
    (root / "up").symlink_to(tmp_path)
    answer = MirrorSource({REPOSITORY: root}).answer(REPOSITORY)
    assert answer.bytes == len("a,b\n1,2\n")
    assert "1 file from" in answer.detail and "refused 2" in answer.detail


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_text_makes_the_mirror_raise(text: str) -> None:
    assert MirrorSource({REPOSITORY: DATA}).answer(text).status in (LinkStatus.UNKNOWN, LinkStatus.OPEN)
