"""`papergym sql "select ..."`: ask the warehouse, read-only."""

from flows.settings import load_settings
from flows.show.console import print_json, print_table


def run(query: str, as_json: bool) -> int:
    """Print the rows of a query."""
    from warehouse.sql import query as ask
    from warehouse.store import Warehouse

    with Warehouse.open(load_settings().warehouse_root, read_only=True) as warehouse:
        columns, rows = ask(warehouse, query)
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        print_table(list(columns), [["" if value is None else str(value) for value in row] for row in rows])
    return 0
