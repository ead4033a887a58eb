"""Compaction merges small files; what can be read stays the same, before, during and after."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.warehouse import factory
from warehouse import compact as module
from warehouse.store import Warehouse


def many_commits(warehouse: Warehouse, run: str) -> None:
    """Three commits of a run."""
    warehouse.begin_run(run, {})
    for number in range(3):
        warehouse.commit(run, [factory.intake(f"{run}-{number}")])


def files(warehouse: Warehouse) -> set[Path]:
    """The Parquet files on disk."""
    return set((warehouse.root / "data").rglob("*.parquet"))


def test_files_of_one_table_and_run_become_one_and_old_ones_go_after_the_grace(warehouse: Warehouse) -> None:
    many_commits(warehouse, "one")
    many_commits(warehouse, "two")
    old = files(warehouse)
    with warehouse.connect() as reader:
        before = reader.execute("FROM all_papers ORDER BY paper_id").fetchall()
        done = warehouse.compact(grace=timedelta(hours=1))
        assert (done.merged, done.written, done.deleted) == (12, 4, 0)
        assert reader.execute("FROM all_papers ORDER BY paper_id").fetchall() == before  # opened before
    assert files(warehouse) > old
    assert warehouse.compact(grace=timedelta(0)).deleted == 12
    assert not files(warehouse) & old
    with warehouse.connect() as connection:
        assert connection.execute("FROM all_papers ORDER BY paper_id").fetchall() == before
    unit = factory.intake("two-1")
    assert warehouse.load(unit.unit_key) == unit.records


def test_a_second_compaction_has_nothing_to_do(warehouse: Warehouse) -> None:
    many_commits(warehouse, "one")
    warehouse.compact()
    again = warehouse.compact()
    assert (again.merged, again.written, again.deleted) == (0, 0, 0)


def test_replaced_files_in_their_grace_are_no_orphans(warehouse: Warehouse) -> None:
    many_commits(warehouse, "one")
    warehouse.compact()
    Warehouse.open(warehouse.root).close()
    assert list((warehouse.root / "_orphans").iterdir()) == []


def test_who_compacts_second_gives_way(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    many_commits(warehouse, "one")
    written = module._written_as_one

    def overtaken(*arguments: object) -> object:
        monkeypatch.undo()
        with Warehouse.open(warehouse.root) as other:
            other.compact()
        return written(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_written_as_one", overtaken)
    assert warehouse.compact().merged == 0
    with warehouse.connect() as connection:
        assert connection.execute("SELECT count(*) FROM all_papers").fetchall() == [(3,)]
    Warehouse.open(warehouse.root).close()
    assert list((warehouse.root / "_orphans").iterdir()) == []
