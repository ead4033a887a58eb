"""Anyone may ask in SQL; nobody may write, or read anything but the warehouse."""

from pathlib import Path

import pytest

from schemas.errors import UsageError
from tests.warehouse.conftest import Ticking
from warehouse.sql import query
from warehouse.store import Warehouse


def test_a_question_over_tables_lists_and_outcomes(full: Warehouse) -> None:
    columns, rows = query(
        full,
        "SELECT o.outcome, s.method, s.value, e.place.page FROM scores s JOIN scores_evidence e "
        "USING (unit_key, setting_id, metric_id, method) "
        "JOIN outcomes o ON o.paper_id = s.paper_id AND o.run = 'first' ORDER BY s.value DESC",
    )
    assert columns == ("outcome", "method", "value", "page")
    assert rows == [("packed", "LMSuccSite", 0.36, 10), ("packed", "GPSuc", 0.30, 10)]


@pytest.mark.parametrize("text", ["SHOW TABLES", "DESCRIBE scores", "SUMMARIZE scores", "FROM runs", "VALUES (1)"])
def test_looking_around_is_allowed(full: Warehouse, text: str) -> None:
    assert query(full, text)[1]


def test_rows_are_capped(full: Warehouse) -> None:
    assert len(query(full, "FROM range(100000)", limit=7)[1]) == 7


@pytest.mark.parametrize(
    "text",
    [
        "COPY (SELECT 1) TO '{folder}/out.csv'",
        "COPY scores TO '{file}'",
        "ATTACH '{folder}/other.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "EXPORT DATABASE '{folder}'",
        "CREATE TABLE t AS SELECT 1",
        "INSERT INTO runs SELECT * FROM runs",
        "DELETE FROM runs",
        "DROP VIEW scores",
        "SET enable_external_access = true",
        "PRAGMA version",
        "CALL pragma_version()",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{folder}/out.csv'",
        "SELECT 1; DROP VIEW scores",
        "",
        "-- nothing",
    ],
)
def test_only_one_select_gets_through(full: Warehouse, tmp_path: Path, text: str) -> None:
    file = next((full.root / "data").rglob("*.parquet"))
    before = file.read_bytes()
    with pytest.raises(UsageError):
        query(full, text.format(folder=tmp_path, file=file))
    assert list(tmp_path.iterdir()) == []
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "FROM read_csv('{file}')",
        "FROM read_text('{file}')",
        "FROM '{file}'",
        "FROM read_parquet('{file}')",
        "FROM glob('{folder}/*')",
        "FROM query('FROM read_text(''{file}'')')",
        "FROM 'https://example.org/x.parquet'",
    ],
)
def test_other_files_are_out_of_reach(full: Warehouse, tmp_path: Path, text: str) -> None:
    file = tmp_path / "secret.csv"
    file.write_text("secret\n1\n")
    with pytest.raises(UsageError, match=r"^SQL: .*(disabled by configuration|does not exist|Cannot access)"):
        query(full, text.format(file=file, folder=tmp_path))


@pytest.mark.parametrize("text", ["SELECT nope FROM scores", "SELEC 1", "SELECT * FROM nowhere", "SELECT 1 / 'x'"])
def test_a_bad_question_is_one_clear_line(full: Warehouse, text: str) -> None:
    with pytest.raises(UsageError, match=r"^SQL: ") as error:
        query(full, text)
    assert "\n" not in error.value.message
    assert "SHOW TABLES" in error.value.hint


def test_an_empty_warehouse_can_be_asked(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path / "w", now=Ticking()) as empty:
        assert query(empty, "SELECT count(*) FROM scores") == (("count_star()",), [(0,)])
