"""`papergym agreement`: how far findings of the review held, per check, model and prompt version."""

from flows.settings import load_settings
from flows.show.console import print_json, print_table


def run(run_name: str | None, as_json: bool) -> int:
    """Print a row per check, model and prompt version."""
    from warehouse.agreement import agreement
    from warehouse.store import Warehouse

    with Warehouse.open(load_settings().warehouse_root, read_only=True) as warehouse:
        columns, rows = agreement(warehouse, run_name)
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        print_table(list(columns), [["" if value is None else str(value) for value in row] for row in rows])
    return 0
