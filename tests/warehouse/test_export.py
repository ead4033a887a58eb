"""`export` gives outsiders plain Parquet."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from schemas.errors import StalledError
from schemas.tables import TABLES
from tests.warehouse import factory
from warehouse.export import export
from warehouse.store import Warehouse


def test_a_file_per_table_and_the_outcomes(full: Warehouse, tmp_path: Path) -> None:
    rows = export(full, tmp_path / "out")
    assert {path.stem for path in (tmp_path / "out").iterdir()} == set(rows)
    assert set(TABLES) | {
        "runs",
        "run_units",
        "outcomes",
        "funnel",
        "stalls",
        "breaches",
        "sources",
        "model_calls",
    } == set(rows)
    for name, count in rows.items():
        assert pq.ParquetFile(tmp_path / "out" / f"{name}.parquet").metadata.num_rows == count
    scores = pq.read_table(tmp_path / "out" / "scores.parquet").to_pylist()
    assert {row["evidence"][0]["place"]["table"] for row in scores if row["evidence"]} == {"Table 4"}


def test_the_latest_run_of_each_paper_or_all(warehouse: Warehouse, tmp_path: Path) -> None:
    warehouse.commit(warehouse.begin_run("old", {}), [factory.extract("a")])
    warehouse.commit(warehouse.begin_run("new", {}), [factory.extract("a", "v2")])
    assert export(warehouse, tmp_path / "latest")["scores"] == 3
    assert export(warehouse, tmp_path / "all", all_runs=True)["scores"] == 6


def test_a_folder_that_cannot_be_made_is_said_so(full: Warehouse, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StalledError, match="cannot export to"):
        export(full, tmp_path / "file" / "out")
