"""`papergym cost`: what a run's calls to models came to."""

from flows.settings import load_settings
from flows.show.console import print_json
from warehouse.cost import By


def run(run_name: str | None, by: By, as_json: bool) -> int:
    """Print tokens, dollars and seconds by stage, role, model or paper."""
    from warehouse.cost import costs
    from warehouse.store import Warehouse

    with Warehouse.open(load_settings().warehouse_root, read_only=True) as warehouse:
        found = costs(warehouse, run_name, by)
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        from flows.show.cost import show_costs

        show_costs(found)
    return 0
