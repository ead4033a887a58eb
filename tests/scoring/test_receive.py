"""A submission out of a tar stream that an untrusted solver filled."""

import io
import tarfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.containers import Transfer
from pipeline.scoring import receive as module
from pipeline.scoring.receive import receive
from pipeline.scoring.transfer import MAX_FILES
from schemas.errors import ContainerFaultError


def member(
    name: str, kind: bytes = tarfile.REGTYPE, target: str = "", data: bytes = b"id\n"
) -> tuple[tarfile.TarInfo, bytes]:
    """An entry of an archive."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    info.size = len(data) if kind == tarfile.REGTYPE else 0
    return info, data


FOLDER = member("./one", tarfile.DIRTYPE)


def stream(*members: tuple[tarfile.TarInfo, bytes]) -> io.BytesIO:
    """An archive as a stream."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for info, data in members:
            archive.addfile(info, io.BytesIO(data) if info.isreg() else None)
    made.seek(0)
    return made


def test_files_of_the_folders_are_written_as_they_are(tmp_path: Path) -> None:
    data = b"id,\xff\0" * 100_000
    moved = receive(
        stream(FOLDER, member("./one/predictions.csv", data=data), member("./two/x", data=b"")), tmp_path, ["one"]
    )
    assert moved == Transfer(("one/predictions.csv",), {})
    assert (tmp_path / "one/predictions.csv").read_bytes() == data
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["one", "predictions.csv"]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (member("./one/p.csv", tarfile.SYMTYPE, "/evaluation/ground_truth/one/truth.csv"), "a symbolic link"),
        (member("./one/p.csv", tarfile.LNKTYPE, "./one/other"), "a hard link"),
        (member("./one/p.csv", tarfile.FIFOTYPE), "not a regular file"),
        (member("./one/p.csv", tarfile.CHRTYPE), "not a regular file"),
        (member("./one/p.csv", tarfile.DIRTYPE), "not a regular file"),
        (member("one/.."), "not a name of a file"),
    ],
)
def test_only_regular_files_with_a_name(tmp_path: Path, entry: tuple[tarfile.TarInfo, bytes], reason: str) -> None:
    moved = receive(stream(FOLDER, entry), tmp_path, ["one"])
    assert moved.copied == () and list(moved.refused.values()) == [reason]
    assert [path.name for path in tmp_path.rglob("*")] == ["one"]


def test_a_folder_that_is_a_link_or_missing(tmp_path: Path) -> None:
    moved = receive(stream(member("./one", tarfile.SYMTYPE, "/evaluation/ground_truth/one")), tmp_path, ["one", "two"])
    assert moved == Transfer((), {"one": "a symbolic link", "two": "no such folder"})


def test_a_name_comes_once(tmp_path: Path) -> None:
    first, second = member("./one/p.csv", data=b"a"), member("one/./p.csv", data=b"b")
    moved = receive(stream(FOLDER, first, second), tmp_path, ["one"])
    assert moved.copied == ("one/p.csv",) and moved.refused == {"one/p.csv": "not a name of a file"}
    assert (tmp_path / "one/p.csv").read_bytes() == b"a"


def test_reading_stops_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 1000)
    large = [member(f"./one/{n}", data=bytes(400)) for n in range(5)]
    moved = receive(stream(FOLDER, *large), tmp_path, ["one"])
    assert len(moved.copied) == 2 and [reason[:9] for reason in moved.refused.values()] == ["too large"]


def test_a_flood_of_files_is_cut(tmp_path: Path) -> None:
    moved = receive(stream(FOLDER, *(member(f"./one/{n}", data=b"") for n in range(MAX_FILES + 5))), tmp_path, ["one"])
    assert len(moved.copied) == MAX_FILES and set(moved.refused.values()) == {f"more than {MAX_FILES} files"}


@pytest.mark.parametrize("cut", [0, 1, 511, 1030])
def test_a_stream_that_breaks_off_is_no_submission(tmp_path: Path, cut: int) -> None:
    whole = stream(FOLDER, member("./one/p.csv", data=bytes(2000))).getvalue()
    with pytest.raises(ContainerFaultError, match="cannot be read"):
        receive(io.BytesIO(whole[:cut]), tmp_path, ["one"])


names = st.lists(st.sampled_from(["one", "two", "..", ".", "", "p.csv", "a\nb", "/", "é"]), min_size=1, max_size=4).map(
    "/".join
)
kinds = st.sampled_from([tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=st.lists(st.tuples(names, kinds), max_size=8))
def test_no_archive_writes_outside_or_anything_but_files(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[str, bytes]]
) -> None:
    home = tmp_path_factory.mktemp("received")
    target = home / "target"
    target.mkdir()
    moved = receive(stream(*(member(name, kind, "/etc/passwd") for name, kind in entries)), target, ["one"])
    assert [path.name for path in home.iterdir()] == ["target"] and [path.name for path in target.iterdir()] == ["one"]
    made = list((target / "one").iterdir())
    assert all(path.is_file() and not path.is_symlink() for path in made)
    assert sorted(f"one/{path.name}" for path in made) == list(moved.copied)
