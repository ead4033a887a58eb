"""`papergym eval GOLD`: a run against what careful readers said, on the terminal and as a report."""

from pathlib import Path

from flows.settings import load_settings
from flows.show.console import line, print_json


def run(gold: Path, run_name: str | None, out: Path | None, as_json: bool) -> int:
    """Evaluate a run and write the report; `<var>/evaluations/<run>` if no folder is given."""
    from flows.gold_file import load_gold
    from pipeline.evaluation import evaluate
    from warehouse.cost import spent
    from warehouse.snapshot import snapshot
    from warehouse.store import Warehouse

    settings = load_settings()
    with Warehouse.open(settings.warehouse_root, read_only=True) as warehouse:
        found = evaluate(snapshot(warehouse, run_name), load_gold(gold), spent(warehouse, run_name))
    if as_json:
        print_json(found.model_dump(mode="json"))
        return 0
    from flows.show.evaluation import show_evaluation, write_report

    show_evaluation(found)
    line(f"report: {write_report(found, out or settings.var / 'evaluations' / found.run)}")
    return 0
