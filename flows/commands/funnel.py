"""`papergym funnel`: how many papers passed each stage, and why the others did not."""

from flows.settings import load_settings
from flows.show.console import print_json


def run(run_name: str | None, as_json: bool) -> int:
    """Print the funnel of a run."""
    from warehouse.funnel import funnel
    from warehouse.store import Warehouse

    with Warehouse.open(load_settings().warehouse_root, read_only=True) as warehouse:
        found = funnel(warehouse, run_name)
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        from flows.show.funnel import show_funnel

        show_funnel(found)
    return 0
