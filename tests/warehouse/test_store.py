"""Units go in once and come back as they were; runs remember what they stood on."""

import re
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from schemas.base import Record
from schemas.errors import StalledError, UsageError
from schemas.outcome import Decision, Stage
from tests.warehouse import factory
from warehouse.store import Unit, Warehouse


def rows_of(warehouse: Warehouse, sql: str) -> list[tuple[object, ...]]:
    """The rows of a query."""
    with warehouse.connect() as connection:
        return connection.execute(sql).fetchall()


def test_a_unit_comes_back_record_by_record(full: Warehouse) -> None:
    for unit in factory.whole("s41598-022-21366-2"):
        back = full.load(unit.unit_key)
        assert isinstance(back[-1], Decision)
        assert full.decision(unit.unit_key) == back[-1]
        by_table: Callable[[Record], str] = lambda record: record.table  # noqa: E731
        assert sorted(back, key=by_table) == sorted(unit.records, key=by_table)


def test_a_unit_that_is_not_there_is_said_so(warehouse: Warehouse) -> None:
    assert warehouse.known(["nothing"]) == frozenset()
    for ask in (warehouse.load, warehouse.decision):
        with pytest.raises(StalledError, match="no unit 'nothing'"):
            ask("nothing")


def test_known_takes_more_keys_than_one_statement_holds(full: Warehouse) -> None:
    unit = factory.intake("crabnet")
    assert full.known([*(f"no-{number}" for number in range(40_000)), unit.unit_key]) == {unit.unit_key}


def test_committing_twice_adds_no_rows(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("once", {})
    units = [factory.intake("a"), factory.screen("a")]
    first = warehouse.commit(run, units)
    assert (set(first.committed), first.already_there) == ({unit.unit_key for unit in units}, ())
    files = sorted((warehouse.root / "data").rglob("*.parquet"))
    other = warehouse.begin_run("twice", {})
    second = warehouse.commit(other, [*units, *units])
    assert (second.committed, set(second.already_there)) == ((), {unit.unit_key for unit in units})
    assert sorted((warehouse.root / "data").rglob("*.parquet")) == files
    assert rows_of(warehouse, "SELECT count(*) FROM all_verdicts") == [(3,)]
    assert rows_of(warehouse, "SELECT run, reused, count(*) FROM run_units GROUP BY ALL ORDER BY ALL") == [
        ("once", False, 2),
        ("twice", True, 2),
    ]


def test_a_unit_given_twice_in_one_batch_is_written_once(warehouse: Warehouse) -> None:
    run = warehouse.begin_run(None, {})
    unit = factory.intake("a")
    assert warehouse.commit(run, [unit, unit]).committed == (unit.unit_key,)
    assert rows_of(warehouse, "SELECT count(*) FROM all_papers") == [(1,)]


def test_committing_nothing_is_allowed(warehouse: Warehouse) -> None:
    report = warehouse.commit(warehouse.begin_run(None, {}), [])
    assert (report.committed, report.already_there, report.quarantined) == ((), (), ())


def test_generated_names_of_runs_sort_by_time_and_a_name_again_goes_on(warehouse: Warehouse) -> None:
    names = [warehouse.begin_run(None, {}) for _ in range(3)]
    assert names == sorted(names)
    assert all(re.fullmatch(r"\d{8}T\d{6}-[0-9a-f]{4}", name) for name in names)
    warehouse.begin_run("mine", {"until": "screen"})
    assert warehouse.begin_run("mine", {"until": "pack"}) == "mine"
    assert rows_of(warehouse, "SELECT attempts, settings FROM runs WHERE run = 'mine'") == [(2, '{"until": "pack"}')]


@pytest.mark.parametrize("name", ["../escape", "a/b", ".hidden", "x" * 81, "two words", "a=b"])
def test_a_name_that_cannot_be_a_folder_is_refused(warehouse: Warehouse, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name of a run"):
        warehouse.begin_run(name, {})


def test_a_run_that_was_never_begun_is_refused(warehouse: Warehouse) -> None:
    warehouse.begin_run("known", {})
    with pytest.raises(UsageError, match="no run 'unknown'"):
        warehouse.reuse("unknown", "key", Stage.INTAKE, "paper")


def test_another_process_may_go_on_with_a_run(warehouse: Warehouse) -> None:
    warehouse.begin_run("shared", {})
    with Warehouse.open(warehouse.root) as other:
        other.commit("shared", [factory.intake("a")])
    assert rows_of(warehouse, "SELECT paper_id FROM papers") == [("a",)]


def test_files_are_zstd_parquet_that_any_reader_understands(full: Warehouse) -> None:
    for part in full.manifest.parts():
        file = pq.ParquetFile(full.root / part.path)
        assert file.metadata.row_group(0).column(0).compression == "ZSTD"
        assert file.metadata.num_rows == part.rows
        assert re.fullmatch(rf"data/{part.table}/run={part.run}/part-\d{{8}}-[0-9a-f]{{8}}\.parquet", part.path)


def test_empty_tables_have_their_columns(warehouse: Warehouse) -> None:
    with warehouse.connect() as connection:
        described = dict(row[:2] for row in connection.execute("DESCRIBE scores").fetchall())
    assert (described["value"], described["n"], described["committed_at"]) == (
        "DOUBLE",
        "BIGINT",
        "TIMESTAMP WITH TIME ZONE",
    )
    assert described["evidence"].endswith("box STRUCT(x0 DOUBLE, y0 DOUBLE, x1 DOUBLE, y1 DOUBLE)))[]")


def test_lists_have_views_of_their_own_with_the_key_of_their_row(full: Warehouse) -> None:
    assert rows_of(full, "SELECT method, quote, place.page FROM scores_evidence ORDER BY method") == [
        ("GPSuc", "0.36", 10),
        ("LMSuccSite", "0.36", 10),
    ]
    sql = "SELECT tables_position, count(*) FROM papers_tables_cells WHERE paper_id = 'crabnet' GROUP BY ALL"
    assert rows_of(full, sql) == [(1, 54)]
    assert rows_of(full, "SELECT sources_position, value FROM settings_sources") == [(1, "https://example.org/data")]


def test_a_table_shows_the_latest_run_of_each_paper_and_all_shows_every_run(warehouse: Warehouse) -> None:
    old, new = factory.extract("a"), factory.extract("a", "v2", scores=factory.extract("a").records[3:4])  # type: ignore[arg-type]
    warehouse.commit(warehouse.begin_run("old", {}), [old, factory.extract("b")])
    warehouse.commit(warehouse.begin_run("new", {}), [new])
    assert rows_of(warehouse, "SELECT paper_id, count(*) FROM scores GROUP BY 1 ORDER BY 1") == [("a", 1), ("b", 3)]
    assert rows_of(warehouse, "SELECT paper_id, count(*) FROM all_scores GROUP BY 1 ORDER BY 1") == [("a", 4), ("b", 3)]


def test_two_runs_compare_by_a_join(warehouse: Warehouse) -> None:
    warehouse.commit(warehouse.begin_run("old", {}), [factory.screen("a"), factory.screen("b")])
    run = warehouse.begin_run("new", {})
    warehouse.commit(run, [factory.rejection("a", "v2")])
    warehouse.reuse(run, factory.screen("b").unit_key, Stage.SCREEN, "b")
    sql = (
        "SELECT o.paper_id, ou.call, nu.call FROM run_units o JOIN run_units n USING (stage, paper_id) "
        "JOIN units ou ON ou.unit_key = o.unit_key JOIN units nu ON nu.unit_key = n.unit_key "
        "WHERE o.run = 'old' AND n.run = 'new' AND ou.call <> nu.call"
    )
    assert rows_of(warehouse, sql) == [("a", "advance", "reject")]


def test_absolute_paths_and_odd_characters_in_the_root_do_no_harm(tmp_path: Path) -> None:
    root = tmp_path / "it's a # strange? [root] 100%"
    with Warehouse.open(root) as opened:
        opened.commit(opened.begin_run("r", {}), [factory.intake("a")])
        assert rows_of(opened, "SELECT paper_id FROM papers") == [("a",)]
    with Warehouse.open(root, read_only=True) as reader:
        assert reader.load(factory.intake("a").unit_key) == factory.intake("a").records


def test_records_of_one_unit_keep_their_order(warehouse: Warehouse) -> None:
    unit = factory.extract("a")
    warehouse.commit(warehouse.begin_run("r", {}), [factory.extract("b"), unit])
    assert warehouse.load(unit.unit_key) == unit.records


def test_the_time_of_a_stage_is_kept(warehouse: Warehouse) -> None:
    unit = factory.intake("a")
    warehouse.commit(warehouse.begin_run("r", {}), [Unit(unit.unit_key, unit.stage, "a", unit.records, seconds=2.5)])
    assert rows_of(warehouse, "SELECT seconds FROM units") == [(2.5,)]
