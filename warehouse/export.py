"""The warehouse as plain Parquet, one file per table, for whoever has no papergym."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.tables import TABLES
from warehouse.ddl import PUBLIC_VIEWS
from warehouse.faults import stalling, stalling_duckdb

if TYPE_CHECKING:
    from warehouse.store import Warehouse


def export(warehouse: "Warehouse", folder: Path, all_runs: bool = False) -> dict[str, int]:
    """Write `<table>.parquet` for every table and for runs and outcomes; returns rows by table.

    Only the rows of each paper's latest run, unless `all_runs`. A file is complete once it has its name.
    """
    with stalling(folder, "export to"):
        folder.mkdir(parents=True, exist_ok=True)
    prefix = "all_" if all_runs else ""
    relations = {table: f"{prefix}{table}" for table in TABLES} | {view: view for view in (*PUBLIC_VIEWS, "sources")}
    written = {}
    with warehouse.connect() as connection, stalling_duckdb(folder):
        for name, relation in relations.items():
            target, part = folder / f"{name}.parquet", folder / f".{name}.parquet.part"
            place = str(part).replace("'", "''")
            copied = connection.execute(f"COPY (FROM {relation}) TO '{place}' (FORMAT parquet, COMPRESSION zstd)")
            written[name] = int(copied.fetchall()[0][0])
            os.replace(part, target)  # noqa: PTH105 - atomic on every platform
    return written
