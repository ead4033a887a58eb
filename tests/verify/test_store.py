"""The store keeps each content once, whole or not at all, whoever adds it."""

import hashlib
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.adapters.store import FileStore
from pipeline.ports import Kept
from schemas.errors import StalledError

ADD = """
import sys
from pathlib import Path
from pipeline.adapters.store import FileStore
for _ in range(20):
    print(FileStore(Path(sys.argv[1])).add(Path(sys.argv[2])))
"""


def files_of(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file()]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=2000), max_size=5))
def test_what_goes_in_comes_out_once_per_content(tmp_path: Path, contents: list[bytes]) -> None:
    store = FileStore(tmp_path / "store")
    for number, content in enumerate(contents):
        path = tmp_path / f"{number}.bin"
        path.write_bytes(content)
        sha256 = store.add(path)
        assert sha256 == hashlib.sha256(content).hexdigest()
        assert store.path(sha256).read_bytes() == content
    kept = [path.name for path in files_of(tmp_path / "store")]
    assert len(kept) == len(set(kept))
    assert {hashlib.sha256(content).hexdigest() for content in contents} <= set(kept)


def test_kept_files_are_read_only(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    store = FileStore(tmp_path / "store")
    assert stat.S_IMODE(store.path(store.add(tmp_path / "a")).stat().st_mode) == 0o444


def test_lost_bytes_stall_the_paper(tmp_path: Path) -> None:
    with pytest.raises(StalledError, match="has no file") as caught:
        FileStore(tmp_path).path("0" * 64)
    assert caught.value.hint


def test_links_pipes_and_folders_are_not_kept(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", ".", "absent"):
        with pytest.raises(StalledError, match="Cannot keep"):
            FileStore(tmp_path / "store").add(tmp_path / name)
    assert files_of(tmp_path / "store") == []


def test_two_processes_at_once_keep_one_whole_copy(tmp_path: Path) -> None:
    content = os.urandom(300_000)
    (tmp_path / "a").write_bytes(content)
    command = [sys.executable, "-c", ADD, str(tmp_path / "store"), str(tmp_path / "a")]
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    printed = {line for worker in workers for line in worker.communicate()[0].split()}
    assert [worker.returncode for worker in workers] == [0, 0]
    assert printed == {hashlib.sha256(content).hexdigest()}
    assert [path.read_bytes() for path in files_of(tmp_path / "store")] == [content]


def test_a_disk_that_takes_no_more_stalls_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """A limit on file size stands in for the full disk: the system refuses the write midway in the same manner."""
    (tmp_path / "big").write_bytes(bytes(3_000_000))
    program = ADD.replace(
        "for _",
        "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, (1_500_000, {resource.RLIM_INFINITY}))\nfor _",
    )
    command = [sys.executable, "-c", program, str(tmp_path / "store"), str(tmp_path / "big")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "StalledError: Cannot keep 'big' in the data store: File too large" in done.stderr
    assert files_of(tmp_path / "store") == []


def test_a_folder_that_cannot_be_made_stalls_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    with pytest.raises(StalledError) as caught:
        FileStore(tmp_path / "a" / "store").add(tmp_path / "a")
    assert "run again" in caught.value.hint


def test_garbage_collection_takes_what_is_old_and_unused_and_nothing_else(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store")
    digests = {}
    for name in ("used", "unused", "fresh"):
        (tmp_path / name).write_bytes(name.encode())
        digests[name] = store.add(tmp_path / name)
    (tmp_path / "store" / ".downloads").mkdir()
    (tmp_path / "store" / ".downloads" / "x.part").write_bytes(bytes(100))
    (tmp_path / "store" / ".gone.part").write_bytes(bytes(10))
    for path in (tmp_path / "store").rglob("*"):
        if path.is_file() and path.name != digests["fresh"]:
            os.utime(path, (1_000_000, 1_000_000))
    assert store.collect({digests["used"]}, older_than=3600) == (3, 110 + len("unused"))
    assert {path.name for path in files_of(tmp_path / "store")} == {digests["used"], digests["fresh"]}


def test_content_that_is_added_again_counts_as_new(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store")
    (tmp_path / "a").write_bytes(b"a")
    os.utime(store.path(store.add(tmp_path / "a")), (1_000_000, 1_000_000))
    sha256 = store.add(tmp_path / "a")
    assert store.collect((), older_than=3600) == (0, 0)
    assert store.path(sha256).read_bytes() == b"a"


@pytest.mark.parametrize(
    ("content", "is_one"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 12\n", True),
        (b"version https://git-lfs.github.com/spec/v1\next-0-foo x\noid sha256:" + b"a" * 64 + b"\nsize 12\n", True),
        (b"version https://git-lfs.github.com/spec/v2\noid sha256:" + b"a" * 64 + b"\nsize 12\n", False),
        (b"oid sha256:" + b"a" * 64 + b"\nsize 12\n", False),
        (b"a,b\n1,2\n", False),
    ],
)
def test_a_git_lfs_pointer_is_told_from_data(tmp_path: Path, content: bytes, is_one: bool) -> None:
    store = FileStore(tmp_path / "store")
    (tmp_path / "a").write_bytes(content)
    found = store.pointer(Kept("a", store.add(tmp_path / "a"), len(content)))
    assert found == (("a" * 64, 12) if is_one else None)
