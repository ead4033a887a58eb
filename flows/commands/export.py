"""`papergym export FOLDER`: the warehouse as plain Parquet."""

from pathlib import Path

from flows.settings import load_settings
from flows.show.console import line, print_json, print_table


def run(folder: Path, all_runs: bool, as_json: bool) -> int:
    """Write one file per table."""
    from warehouse.export import export
    from warehouse.store import Warehouse

    with Warehouse.open(load_settings().warehouse_root, read_only=True) as warehouse:
        rows = export(warehouse, folder, all_runs)
    if as_json:
        print_json(rows)
    else:
        print_table(["table", "rows"], [[table, str(count)] for table, count in rows.items()])
        line(f"{len(rows)} files in {folder}")
    return 0
