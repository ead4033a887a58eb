"""Kill -9 at any moment loses nothing that was committed, and leaves nothing half visible."""

from pathlib import Path

from tests.warehouse import factory
from tests.warehouse.kills import kill_writers
from warehouse.parts import stage, staging
from warehouse.store import Warehouse


def test_twenty_kills_lose_tear_and_double_nothing(tmp_path: Path) -> None:
    damage = kill_writers(tmp_path / "warehouse", times=20, seed=1)
    assert damage.acknowledged >= 20 * 6
    assert not damage.lost
    assert not damage.torn
    assert not damage.doubled
    assert not damage.unlisted


def test_a_file_that_no_commit_lists_is_set_aside_and_never_seen(warehouse: Warehouse) -> None:
    root = warehouse.root
    warehouse.commit(warehouse.begin_run("r", {}), [factory.intake("a")])
    with staging(root) as folder:  # a process that died between moving a file and COMMIT
        for staged in stage(folder, [factory.intake("b")], "r", warehouse._now()):
            staged.publish(root, 99, 99)
    with warehouse.connect() as connection:
        assert connection.execute("SELECT paper_id FROM all_papers").fetchall() == [("a",)]
    Warehouse.open(root).close()
    assert len(list((root / "_orphans").iterdir())) == 2
    assert len(list((root / "data").rglob("*.parquet"))) == 2
    assert warehouse.load(factory.intake("a").unit_key) == factory.intake("a").records


def test_the_staging_of_a_living_process_is_left_alone(warehouse: Warehouse) -> None:
    with staging(warehouse.root) as folder:
        (folder / "half").write_text("written")
        Warehouse.open(warehouse.root).close()
        assert (folder / "half").read_text() == "written"
    assert list((warehouse.root / "_staging").iterdir()) == []
    assert list((warehouse.root / "_orphans").iterdir()) == []
