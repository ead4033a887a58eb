"""A comparison of two runs as a person reads it."""

from collections import Counter

from flows.show.console import line, print_table, shortened
from schemas.evaluation import Change, Comparison, Spent

CHANGES = 40


def show_comparison(found: Comparison, by_gold: bool) -> None:
    """Print what differs between the runs, the papers that moved, the rates, and the changed fields."""
    line(f"{found.run_before} -> {found.run_after}: {found.papers} papers in both", style="bold")
    for name, papers in (("only before", found.only_before), ("only after", found.only_after)):
        if papers:
            line(f"{name}: {len(papers)} ({', '.join(papers[:4])}{' ...' if len(papers) > 4 else ''})")
    _show_differences(found)
    _show_moves(found)
    basis = "by the readers' word" if by_gold else "settled counts as right; give --gold for more"
    line(f"fixed {found.fixed}   forgotten {found.forgotten}   ({basis})")
    _show_changes(found.changes)
    if found.spent_before.calls or found.spent_after.calls:
        line(f"models: {_spent(found.spent_before)} -> {_spent(found.spent_after)}")


def _show_differences(found: Comparison) -> None:
    line()
    if not found.differences:
        line("the runs have the same code, models, prompts and settings")
        return
    rows = [[d.kind, d.name, shortened(d.before, 60), shortened(d.after, 60)] for d in found.differences]
    print_table(["what differs", "name", "before", "after"], rows)
    if len(found.kinds) > 1:
        line(
            f"more than one thing changed ({', '.join(found.kinds)}): no change below can be put down to one of them",
            style="yellow",
        )


def _show_moves(found: Comparison) -> None:
    line()
    ways = Counter((move.before.value, move.after.value) for move in found.moves)
    if not ways:
        line("no paper ended differently")
        return
    print_table(["before", "after", "papers"], [[one, other, str(count)] for (one, other), count in ways.most_common()])
    rows = [[m.paper, f"{m.before}: {m.reason_before}", f"{m.after}: {m.reason_after}"] for m in found.moves]
    print_table(["paper", "before", "after"], [[shortened(cell) for cell in row] for row in rows])


def _show_changes(changes: tuple[Change, ...]) -> None:
    if not changes:
        line("no field changed")
        return
    line()
    line(f"{len(changes)} fields changed", style="bold")
    for change in changes[:CHANGES]:
        line(f"{change.paper} {change.field}")
        for sign, value, evidence, decider in (
            ("-", change.before, change.evidence_before, change.decider_before),
            ("+", change.after, change.evidence_after, change.decider_after),
        ):
            if value:
                line(f"  {sign} {shortened(value)}   by {decider or 'rules'}", style="red" if sign == "-" else "green")
                for item in evidence[:1]:
                    line(f"      {shortened(item)}", style="dim")
    if len(changes) > CHANGES:
        line(f"and {len(changes) - CHANGES} more (--json shows all)", style="dim")


def _spent(spent: Spent) -> str:
    return f"{spent.calls} calls, {spent.tokens_in} + {spent.tokens_out} tokens, ${spent.dollars:.4f}"
