"""Archives from strangers: members become files of the store, and nothing else happens to this machine."""

import gzip
import hashlib
import io
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.adapters.store import FileStore
from pipeline.adapters.unpack import ArchiveLimits
from pipeline.ports import Gathered, Kept

SMALL = ArchiveLimits(files=50, total=20_000_000, ratio=50, innocent=1_000_000, depth=2)
Unpack = Callable[..., Gathered | None]


@pytest.fixture
def unpack(tmp_path: Path) -> Unpack:
    """Bytes and a name in, members out; `path` of the store is at hand as `unpack.store`."""
    store = FileStore(tmp_path / "store", limits=SMALL)

    def run(data: bytes, name: str) -> Gathered | None:
        (tmp_path / "given").write_bytes(data)
        return store.unpack(Kept(name, store.add(tmp_path / "given"), len(data)))

    run.store = store  # type: ignore[attr-defined]
    run.root = tmp_path  # type: ignore[attr-defined]
    return run


def zipped(*members: tuple[str | zipfile.ZipInfo, bytes], **options: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", options.get("method", zipfile.ZIP_DEFLATED)) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def tarred(*members: tuple[tarfile.TarInfo, bytes], mode: str = "w:gz") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for info, data in members:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def info(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname = kind, link
    return made


def names(found: Gathered | None) -> list[str]:
    assert found is not None
    return [kept.name for kept in found.kept]


@pytest.mark.parametrize("mode", ["w:", "w:gz", "w:bz2", "w:xz"])
def test_tar_archives_of_every_packing(unpack: Unpack, mode: str) -> None:
    suffix = {"w:": ".tar", "w:gz": ".tgz", "w:bz2": ".tar.bz2", "w:xz": ".tar.xz"}[mode]
    found = unpack(tarred((info("d/a.csv"), b"a\n1\n"), (info("b.csv"), b"b\n"), mode=mode), f"data{suffix}")
    assert names(found) == ["d/a.csv", "b.csv"]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_zip_archives_of_every_packing(unpack: Unpack, method: int) -> None:
    found = unpack(zipped(("d/a.csv", b"a\n1\n"), method=method), "data.zip")
    assert found and unpack.store.path(found.kept[0].sha256).read_bytes() == b"a\n1\n"  # type: ignore[attr-defined]


def test_zip64(unpack: Unpack) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, archive.open("a.csv", "w", force_zip64=True) as member:
        member.write(b"a\n1\n")
    assert names(unpack(buffer.getvalue(), "data.zip")) == ["a.csv"]


def test_archives_in_archives_are_unpacked_to_a_depth(unpack: Unpack) -> None:
    inner = zipped(("x.csv", b"x\n"))
    middle = tarred((info("inner.zip"), inner), (info("y.csv"), b"y\n"))
    assert names(unpack(zipped(("inner.zip", inner)), "o.zip")) == ["inner.zip/x.csv"]
    found = unpack(zipped(("middle.tar.gz", middle)), "outer.zip")
    assert names(found) == ["middle.tar.gz/y.csv"]
    assert found and found.refused == ("middle.tar.gz/inner.zip: lies more than 2 archives deep",)


@pytest.mark.parametrize("name", ["table.xlsx", "arrays.npz", "model.pt", "table.csv.gz", "readme.txt"])
def test_files_that_are_archives_only_inside_stay_files(unpack: Unpack, name: str) -> None:
    data = gzip.compress(b"a\n") if name.endswith(".gz") else zipped(("a", b"a"))
    assert unpack(data, name) is None


@pytest.mark.parametrize(("magic", "kind"), [(b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!\x1a\x07\x01", "RAR")])
def test_archives_that_we_cannot_read_are_named_and_kept(unpack: Unpack, magic: bytes, kind: str) -> None:
    found = unpack(magic + bytes(50), f"data.{kind.lower()}")
    assert found and names(found) == [f"data.{kind.lower()}"]
    assert f"{kind} archives are not unpacked" in found.refused[0]


OUTSIDE = ["../x.csv", "a/../../x.csv", "/etc/x.csv", "C:/x.csv", "C:\\x.csv", "..\\x.csv", "\\\\host\\x.csv"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_paths_out_of_the_archive_are_refused_and_the_rest_is_taken(unpack: Unpack, name: str) -> None:
    for data, archive in (
        (zipped((name, b"bad"), ("good.csv", b"a\n")), "a.zip"),
        (tarred((info(name), b"bad"), (info("good.csv"), b"a\n")), "a.tgz"),
    ):
        found = unpack(data, archive)
        assert found and names(found) == ["good.csv"]
        assert "out of the archive" in found.refused[0]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30), max_size=6))
def test_whatever_members_are_called_only_the_store_is_written(unpack: Unpack, given_names: list[str]) -> None:
    before = {path for path in unpack.root.rglob("*") if "store" not in path.parts}  # type: ignore[attr-defined]
    found = unpack(tarred(*((info(name), b"x") for name in given_names)), "a.tar.gz")
    assert found is not None
    assert all(".." not in kept.name.split("/") and not kept.name.startswith("/") for kept in found.kept)
    assert len({kept.name for kept in found.kept}) == len(found.kept)
    after = {path for path in unpack.root.rglob("*") if "store" not in path.parts}  # type: ignore[attr-defined]
    assert after <= before | {unpack.root / "given"}  # type: ignore[attr-defined]
    store = unpack.store.root  # type: ignore[attr-defined]
    inside = {path.relative_to(store).parts[0] for path in store.rglob("*") if path.is_file()}
    assert all(len(part) == 2 or part == ".unpacked" for part in inside)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (tarfile.SYMTYPE, "symbolic link"),
        (tarfile.LNKTYPE, "hard link"),
        (tarfile.CHRTYPE, "device"),
        (tarfile.BLKTYPE, "device"),
        (tarfile.FIFOTYPE, "pipe"),
    ],
)
def test_links_and_devices_of_a_tar_are_refused(unpack: Unpack, kind: bytes, reason: str) -> None:
    found = unpack(tarred((info("x", kind, "/etc/passwd"), b""), (info("good.csv"), b"a\n")), "a.tgz")
    assert found and names(found) == ["good.csv"]
    assert reason in found.refused[0]


@pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO])
def test_links_and_devices_of_a_zip_are_refused(unpack: Unpack, mode: int) -> None:
    member = zipfile.ZipInfo("x")
    member.create_system, member.external_attr = 3, (mode | 0o777) << 16
    found = unpack(zipped((member, b"/etc/passwd"), ("good.csv", b"a\n")), "a.zip")
    assert found and names(found) == ["good.csv"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_members_with_one_name_the_first_is_taken(unpack: Unpack) -> None:
    found = unpack(zipped(("a.csv", b"first"), ("a.csv", b"second")), "a.zip")
    assert found and len(found.kept) == 1
    assert unpack.store.path(found.kept[0].sha256).read_bytes() == b"first"  # type: ignore[attr-defined]
    assert "second member of that name" in found.refused[0]


def test_an_encrypted_member_is_refused_by_name(unpack: Unpack) -> None:
    data = bytearray(zipped(("secret.csv", b"a\n"), ("good.csv", b"b\n")))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    found = unpack(bytes(data), "a.zip")
    assert found and names(found) == ["good.csv"]
    assert found.refused == ("secret.csv: is encrypted: it asks for a password",)


def test_a_bomb_is_refused_whole(unpack: Unpack) -> None:
    found = unpack(zipped(("zeros.csv", bytes(15_000_000))), "bomb.zip")
    assert names(found) == ["bomb.zip"]
    assert found and "times its size" in found.refused[0]
    assert unpack.store.usage().files == 1  # type: ignore[attr-defined]


def test_a_bomb_of_archives_in_archives_is_counted_as_a_whole(unpack: Unpack) -> None:
    inner = zipped(("zeros.csv", bytes(900_000)))
    found = unpack(zipped(*((f"{n}.zip", inner) for n in range(40))), "42.zip")
    assert names(found) == ["42.zip"]
    assert found and "refused whole" in found.refused[0]


def test_members_that_overlap_are_a_bomb(unpack: Unpack) -> None:
    """Two entries of the central directory that point at one local file, as in Fifield's construction."""
    data = zipped(("a.csv", b"a" * 1000), ("b.csv", b"b" * 1000), method=zipfile.ZIP_STORED)
    second = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 4)
    data = data[: second + 42] + struct.pack("<I", 0) + data[second + 46 :]
    found = unpack(data, "a.zip")
    assert found and found.refused == ("refused whole: its members overlap, as in a zip bomb",)


def test_too_many_files_are_refused(unpack: Unpack) -> None:
    found = unpack(zipped(*((f"{n}.csv", b"a") for n in range(51))), "many.zip")
    assert found and found.refused == ("refused whole: more than 50 files",)


def test_a_header_that_would_fill_the_memory_is_refused(unpack: Unpack) -> None:
    huge = tarfile.TarInfo("x")
    huge.type, huge.size = tarfile.XHDTYPE, 2**30
    found = unpack(gzip.compress(huge.tobuf(tarfile.USTAR_FORMAT) + bytes(10_240)), "a.tar.gz")
    assert names(found) == ["a.tar.gz"]
    assert found and "header of 1,073,741,824 bytes" in found.refused[0]


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.95])
def test_an_archive_that_breaks_off_says_so_and_gives_what_is_whole(unpack: Unpack, keep: float) -> None:
    import os

    members = [(info(f"{n}.bin"), os.urandom(50_000)) for n in range(5)]
    data = tarred(*members)
    found = unpack(data[: int(len(data) * keep)], "cut.tar.gz")
    assert found and len(found.kept) < 5
    assert found.refused


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400), st.sampled_from(["a.zip", "a.tar", "a.tgz", "a.tar.bz2", "a.tar.xz"]))
def test_no_bytes_make_it_raise(unpack: Unpack, data: bytes, name: str) -> None:
    found = unpack(b"PK\x03\x04" + data if name == "a.zip" else data, name)
    assert found is not None


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 400), st.integers(0, 255))
def test_no_changed_byte_makes_it_raise(unpack: Unpack, at: int, byte: int) -> None:
    for data, name in ((zipped(("a.csv", b"a" * 99), ("b", b"b")), "a.zip"), (tarred((info("a"), b"a" * 99)), "a.tgz")):
        changed = bytearray(data)
        changed[at % len(changed)] = byte
        found = unpack(bytes(changed), name)
        store: FileStore = unpack.store  # type: ignore[attr-defined]
        for kept in found.kept if found else ():
            content = store.path(kept.sha256).read_bytes()
            assert (hashlib.sha256(content).hexdigest(), len(content)) == (kept.sha256, kept.bytes)


def test_litter_of_other_systems_is_passed_over(unpack: Unpack) -> None:
    found = unpack(zipped(("__MACOSX/._a.csv", b"x"), (".DS_Store", b"x"), ("a.csv", b"a\n")), "a.zip")
    assert found and (names(found), found.refused) == (["a.csv"], ())


def test_what_an_archive_holds_is_found_out_once_and_again_if_it_is_lost(unpack: Unpack) -> None:
    data = zipped(("a.csv", b"a\n"))
    first = unpack(data, "a.zip")
    store: FileStore = unpack.store  # type: ignore[attr-defined]
    assert first
    (listing,) = (store.root / ".unpacked").iterdir()
    stamp = listing.stat().st_mtime_ns
    assert unpack(data, "a.zip") == first
    assert listing.stat().st_mtime_ns == stamp
    store.path(first.kept[0].sha256).unlink()
    assert unpack(data, "a.zip") == first
    assert store.path(first.kept[0].sha256).read_bytes() == b"a\n"


UNPACK = """
import sys
from pathlib import Path
from pipeline.adapters.store import FileStore
from pipeline.ports import Kept
found = FileStore(Path(sys.argv[1])).unpack(Kept("a.zip", sys.argv[2], 1))
print(len(found.kept))
"""


def test_a_kill_leaves_no_torn_member_and_the_next_process_unpacks_all(tmp_path: Path) -> None:
    import os
    import signal
    import subprocess
    import sys
    import time

    store = FileStore(tmp_path / "store")
    (tmp_path / "a.zip").write_bytes(zipped(*((f"{n}.bin", os.urandom(400_000)) for n in range(150))))
    command = [sys.executable, "-c", UNPACK, str(store.root), store.add(tmp_path / "a.zip")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    while process.poll() is None and len(list(store.root.glob(".staging/*/*"))) < 20:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = [path for path in store.root.glob("??/*") if path.is_file()]
    assert all(hashlib.sha256(path.read_bytes()).hexdigest() == path.name for path in kept)
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "150"
    assert store.usage().files == 151
    for path in store.root.rglob("*"):
        if path.is_file():
            os.utime(path, (1_000_000, 1_000_000))
    store.collect({path.name for path in store.root.glob("??/*")}, older_than=60)
    assert list(store.root.glob(".staging/*")) == []
