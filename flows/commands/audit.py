"""`papergym audit PAPER`: why a paper passed or fell."""

from flows.settings import load_settings
from flows.show.console import print_json


def run(paper: str, run_name: str | None, as_json: bool) -> int:
    """Print everything the warehouse knows of a paper, from DuckDB alone."""
    from warehouse.audit import audit
    from warehouse.store import Warehouse

    with Warehouse.open(load_settings().warehouse_root, read_only=True) as warehouse:
        found = audit(warehouse, paper, run_name)
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        from flows.show.audit import show_audit

        show_audit(found)
    return 0
