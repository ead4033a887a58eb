"""The costs of a run as a person reads them."""

from flows.show.console import is_terminal, line, print_table
from warehouse.cost import CostLine, Costs

_COLUMNS = ["sent", "free", "broken", "failed", "open", "retries", "tokens in", "cached", "tokens out", "dollars", "s"]


def show_costs(costs: Costs) -> None:
    """A line per stage, role, model or paper, and the total. Without calls, that."""
    if not costs.lines:
        line(f"run {costs.run} asked no model")
        return
    rows = [_row(item) for item in costs.lines]
    print_table([costs.by, *_COLUMNS], [*rows, _row(costs.total)], f"run {costs.run}")
    if costs.total.open and is_terminal():
        line(f"{costs.total.open} calls are under way, or were cut off: they count as reserved", style="dim")


def _row(item: CostLine) -> list[str]:
    counts = (item.sent, item.free, item.broken, item.failed, item.open, item.retries)
    tokens = (item.tokens_in, item.tokens_cached, item.tokens_out)
    return [item.name, *map(str, (*counts, *tokens)), f"{item.dollars:.6f}", f"{item.seconds:.1f}"]
