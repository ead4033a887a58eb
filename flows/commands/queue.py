"""`papergym queue`: what waits for a human, and why."""

from flows.settings import load_settings
from flows.show.console import print_json


def run(run_name: str | None, as_json: bool) -> int:
    """Print the papers that wait, with their questions."""
    from warehouse.queue import queue
    from warehouse.store import Warehouse

    with Warehouse.open(load_settings().warehouse_root, read_only=True) as warehouse:
        waiting = queue(warehouse, run_name)
    if as_json:
        print_json([paper.model_dump(mode="json") for paper in waiting])
    else:
        from flows.show.queue import show_queue

        show_queue(waiting)
    return 0
