"""The funnel as a person reads it: a bar per stage, a row per reason, and what waits for a human."""

from flows.show.console import is_terminal, line, print_table
from warehouse.funnel import Funnel, FunnelRow

BAR = 30


def show_funnel(funnel: Funnel) -> None:
    """Print stages, reasons and questions."""
    line(f"run {funnel.run}, {funnel.papers} papers, started {funnel.started_at[:16]}", style="bold")
    widest = max([stage.entered for stage in funnel.stages] or [1]) or 1
    bars = [
        [stage.stage.value, str(stage.entered), str(stage.advanced), "█" * round(BAR * stage.advanced / widest)]
        for stage in funnel.stages
    ]
    print_table(["stage", "entered", "went on", ""] if is_terminal() else ["stage", "entered", "went on", "bar"], bars)
    line()
    print_table(["outcome", "stage", "rule", "category", "papers", "which"], [_row(row) for row in funnel.rows])
    if funnel.questions:
        line()
        rows = [[q.name, q.question.rule or q.stage.value, q.question.question] for q in funnel.questions]
        print_table(["waits for a human", "rule", "question"], rows)
    for copy in funnel.duplicates:
        line(f"copy: {copy}", style="dim")
    counts = "  ".join(f"{count} {outcome.value}" for outcome, count in funnel.outcomes.items() if count)
    line(counts + (f"  {funnel.under_way} under way" if funnel.under_way else ""), style="bold")


def _row(row: FunnelRow) -> list[str]:
    names = [paper.name for paper in row.papers]
    shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    stage, outcome = str(row.stage or ""), str(row.outcome or "under way")
    return [outcome, stage, row.rule or "", row.category or "", str(len(names)), shown]
