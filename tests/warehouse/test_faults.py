"""Faults of disks, locks and folders stall; they say what is wrong and what to do, and lose nothing."""

import os
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schemas.errors import StalledError, UsageError
from schemas.outcome import Stage
from tests.warehouse import factory
from tests.warehouse.writers import start
from warehouse.audit import audit
from warehouse.ddl import VERSION
from warehouse.store import Warehouse


def mounted(folder: Path, options: str) -> bool:
    """Mount a tmpfs, where this user may."""
    mount = shutil.which("mount")
    if os.geteuid() != 0 or mount is None:
        return False
    return subprocess.run([mount, "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not mounted(folder, "size=1m"):
        pytest.skip("mounting a small disk needs root; the file-size limit is tested instead")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.fixture
def make_read_only(tmp_path: Path) -> Iterator[Callable[[Path], None]]:
    """Makes a folder read-only: by a mount for root, whom permissions do not stop, and by permissions for others."""
    undo: list[Callable[[], object]] = []

    def protect(folder: Path) -> None:
        if os.geteuid() != 0:
            for path in (*folder.rglob("*"), folder):
                path.chmod(0o555 if path.is_dir() else 0o444)
                undo.append(lambda path=path: path.chmod(0o755))  # type: ignore[misc]
            return
        bound = subprocess.run(["mount", "--bind", folder, folder], capture_output=True)
        if bound.returncode:
            pytest.skip("this root may not mount")
        undo.append(lambda: subprocess.run(["umount", folder], check=True))
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)

    yield protect
    for step in reversed(undo):
        step()


def filled(root: Path) -> None:
    """A warehouse with one paper."""
    with Warehouse.open(root) as warehouse:
        run = warehouse.begin_run("r", {})
        warehouse.commit(run, [factory.intake("a"), factory.rejection("a")])
        warehouse.source(run, "a", "a.pdf", factory.digest("a"))


def test_a_read_only_folder_can_be_read_but_not_written(tmp_path: Path, make_read_only: Callable[[Path], None]) -> None:
    root = tmp_path / "warehouse"
    filled(root)
    make_read_only(root)
    with Warehouse.open(root, read_only=True) as reader:
        assert audit(reader, "a").outcome == "rejected"
        assert reader.load(factory.intake("a").unit_key) == factory.intake("a").records
    told = r"cannot open the warehouse .*: (the folder is read-only|no permission)"
    with pytest.raises(StalledError, match=told) as error:
        Warehouse.open(root)
    assert "make it writable" in error.value.hint or "writable for this user" in error.value.hint


def test_commits_that_only_a_writer_can_recover_are_not_passed_over(
    tmp_path: Path, make_read_only: Callable[[Path], None]
) -> None:
    root, copy = tmp_path / "warehouse", tmp_path / "copy"
    filled(root)
    with Warehouse.open(root) as warehouse:
        warehouse.commit(warehouse.begin_run("r", {}), [factory.intake("b")])
        shutil.copytree(root, copy)  # as after kill -9: the last commit stands in the write-ahead log alone
    (copy / "manifest.sqlite-shm").unlink()
    make_read_only(copy)
    with pytest.raises(StalledError, match="its manifest cannot be opened"):
        Warehouse.open(copy, read_only=True)


def test_a_warehouse_opened_read_only_refuses_to_write(tmp_path: Path) -> None:
    filled(tmp_path / "w")
    with Warehouse.open(tmp_path / "w", read_only=True) as reader:
        for write in (
            lambda: reader.begin_run("x", {}),
            lambda: reader.commit("r", [factory.intake("b")]),
            lambda: reader.reuse("r", "key", Stage.INTAKE, "a"),
            lambda: reader.source("r", "a", "a.pdf", factory.digest("a")),
            lambda: reader.stall("r", "a", Stage.INTAKE, "no answer"),
            lambda: reader.compact(),
        ):
            with pytest.raises(StalledError, match="opened read-only"):
                write()


def test_reading_where_there_is_no_warehouse_is_a_mistake_of_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no warehouse"):
        Warehouse.open(tmp_path / "nothing", read_only=True)
    assert not (tmp_path / "nothing").exists()


def test_a_file_in_the_place_of_the_folder_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "w").write_text("not a folder")
    with pytest.raises(StalledError, match="cannot open the warehouse"):
        Warehouse.open(tmp_path / "w")


def test_a_full_disk_stalls_and_loses_nothing(small_disk: Path) -> None:
    root = small_disk / "warehouse"
    filled(root)
    with Warehouse.open(root) as warehouse:
        run = warehouse.begin_run("r", {})
        with (small_disk / "ballast").open("wb", buffering=0) as ballast, pytest.raises(OSError, match="No space left"):
            while True:
                ballast.write(b"x" * 4096)
        with pytest.raises(StalledError, match="disk is full") as error:
            warehouse.commit(run, [factory.intake("b")])
        assert "free some space" in error.value.hint
        assert warehouse.known([factory.intake("a").unit_key, factory.intake("b").unit_key]) == {
            factory.intake("a").unit_key
        }
        (small_disk / "ballast").unlink()
        assert warehouse.commit(run, [factory.intake("b")]).committed
        assert warehouse.load(factory.intake("a").unit_key) == factory.intake("a").records


def commit_under_a_limit(root: Path, answer: Path) -> None:
    """Commit a large paper where no file may be larger than 20 kB; note what was said."""
    with Warehouse.open(root) as warehouse:
        warehouse.begin_run("r", {})
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        large = factory.unit(Stage.INTAKE, "b", factory.paper("b", title="".join(map(chr, range(0x4E00, 0x9E00)))))
        try:
            warehouse.commit("r", [large])
        except StalledError as error:
            answer.write_text(str(error), encoding="utf-8")


def test_a_file_size_limit_stalls_and_loses_nothing(tmp_path: Path) -> None:
    root = tmp_path / "warehouse"
    filled(root)
    child = start(commit_under_a_limit, root, tmp_path / "answer")
    child.join()
    assert child.exitcode == 0
    assert "cannot write to the warehouse" in (tmp_path / "answer").read_text()
    with Warehouse.open(root) as warehouse:
        assert warehouse.load(factory.intake("a").unit_key) == factory.intake("a").records
        assert warehouse.manifest.rows("SELECT paper_id FROM units WHERE stage = 'intake'") == [("a",)]


def test_a_lock_that_does_not_come_free_stalls(tmp_path: Path) -> None:
    root = tmp_path / "warehouse"
    filled(root)
    with Warehouse.open(root, timeout=0.05) as warehouse:
        run = warehouse.begin_run("r", {})
        other = sqlite3.connect(root / "manifest.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StalledError, match="another process holds its lock") as error:
            warehouse.stall(run, "a", Stage.SCREEN, "no answer")
        assert "wait for the other run" in error.value.hint
        with pytest.raises(StalledError, match="another process holds its lock"):
            warehouse.commit(run, [factory.intake("b")])
        assert warehouse.known([factory.intake("a").unit_key])  # readers do not wait
        other.execute("ROLLBACK")
        other.close()
        assert warehouse.commit(run, [factory.intake("b")]).committed


def test_a_warehouse_of_a_newer_papergym_is_left_alone(tmp_path: Path) -> None:
    root = tmp_path / "warehouse"
    filled(root)
    with sqlite3.connect(root / "manifest.sqlite") as manifest:
        manifest.execute("UPDATE files SET schema_version = 99 WHERE table_name = 'papers'")
    for read_only in (True, False):
        with pytest.raises(StalledError, match=r"written by a newer papergym \(papers 99\)") as error:
            Warehouse.open(root, read_only=read_only)
        assert "update papergym" in error.value.hint
    with sqlite3.connect(root / "manifest.sqlite") as manifest:
        manifest.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StalledError, match=f"manifest {VERSION + 1}"):
        Warehouse.open(root)


def test_a_damaged_manifest_is_said_so(tmp_path: Path) -> None:
    root = tmp_path / "warehouse"
    filled(root)
    (root / "manifest.sqlite").write_bytes(b"no database at all, whatever its name says" * 100)
    for read_only in (True, False):
        with pytest.raises(StalledError, match="its manifest is damaged"):
            Warehouse.open(root, read_only=read_only)


@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(b"PAR1 and nothing else")])
def test_a_lost_or_damaged_file_stalls_whoever_reads_it(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    root = tmp_path / "warehouse"
    filled(root)
    for path in (root / "data").rglob("*.parquet"):
        damage(path)
    with Warehouse.open(root, read_only=True) as reader:
        assert reader.decision(factory.rejection("a").unit_key).rule == "1.1"
        for read in (
            lambda: reader.load(factory.intake("a").unit_key),
            lambda: reader.connect(),
            lambda: audit(reader, "a"),
        ):
            with pytest.raises(StalledError, match="cannot read the warehouse"):
                read()


def test_a_row_that_is_no_record_of_today_names_its_file_and_field(warehouse: Warehouse) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    warehouse.commit(warehouse.begin_run("r", {}), [factory.rejection("a")])
    (part,) = warehouse.manifest.parts("verdicts")
    table = pq.read_table(warehouse.root / part.path, partitioning=None)
    older = table.append_column("colour", pa.array(["red"] * table.num_rows))
    pq.write_table(older, warehouse.root / part.path)
    with pytest.raises(StalledError, match=r"no verdicts record of today: colour: Extra inputs"):
        warehouse.load(factory.rejection("a").unit_key)
