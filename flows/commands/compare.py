"""`papergym compare RUN_A RUN_B`: what differs between two runs, and what it did to the papers."""

from pathlib import Path

from flows.settings import load_settings
from flows.show.console import print_json


def run(before: str, after: str, gold: Path | None, as_json: bool) -> int:
    """Compare two runs of one warehouse; with GOLD, right and wrong are what readers say."""
    from flows.gold_file import load_gold
    from pipeline.evaluation import compare
    from warehouse.cost import spent
    from warehouse.snapshot import snapshot
    from warehouse.store import Warehouse

    golds = load_gold(gold) if gold else ()
    with Warehouse.open(load_settings().warehouse_root, read_only=True) as warehouse:
        spent_in = (spent(warehouse, before), spent(warehouse, after))
        found = compare(snapshot(warehouse, before), snapshot(warehouse, after), golds, spent_in)
    if as_json:
        print_json(found.model_dump(mode="json") | {"kinds": found.kinds})
    else:
        from flows.show.comparison import show_comparison

        show_comparison(found, by_gold=bool(golds))
    return 0
