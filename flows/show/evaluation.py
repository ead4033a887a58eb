"""An evaluation on the terminal, and as a report of three files: Markdown, JSON and a picture."""

from pathlib import Path

from flows.show.console import line, print_table, shortened
from schemas.evaluation import Evaluation
from schemas.gold import GoldCall
from schemas.snapshot import End

Table = tuple[str, list[str], list[list[str]]]
_MISSED = 3


def show_evaluation(found: Evaluation) -> None:
    """Print the tables."""
    line(head_of(found), style="bold")
    for title, columns, rows in tables_of(found):
        line()
        print_table(columns, rows, title)


def write_report(found: Evaluation, folder: Path) -> Path:
    """`evaluation.md`, `evaluation.json` and `evaluation.svg` in a folder; returns the Markdown file."""
    from flows.show.evaluation_plot import plot

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "evaluation.json").write_text(found.model_dump_json(indent=1), encoding="utf-8")
    plot(found, folder / "evaluation.svg")
    parts = [f"# Evaluation of run {found.run}", head_of(found), "![confusion and rates](evaluation.svg)"]
    parts += [f"## {title}\n\n{_markdown(columns, rows)}" for title, columns, rows in tables_of(found)]
    target = folder / "evaluation.md"
    target.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return target


def head_of(found: Evaluation) -> str:
    """What was measured, in a sentence."""
    text = (
        f"run {found.run}: {found.papers} papers that readers know, {len(found.unfinished)} of them failed or under way"
    )
    text += f"; {len(found.unmatched)} gold papers have no file in the run"
    return f"{text}. Cohen's kappa {found.agreement}; the readers among themselves {found.readers}."


def tables_of(found: Evaluation) -> list[Table]:
    """Every table of the report as title, columns and rows."""
    count = {(cell.gold, cell.end): len(cell.papers) for cell in found.confusion}
    ends = [end for end in End if any((call, end) in count for call in GoldCall)]
    tables: list[Table] = [
        (
            "Decisions: gold against this run",
            ["gold", *ends],
            [[call, *(str(count.get((call, end), 0)) for end in ends)] for call in GoldCall],
        ),
        ("Rates", ["rate", "value"], [[line.name, str(line.rate)] for line in found.classes]),
        (
            "Rules against readers",
            ["rule", "pass", "reject", "unknown", "a reader says the same", "against"],
            [
                [r.rule, str(r.passed), str(r.rejected), str(r.unknown), str(r.agrees), _some(r.against)]
                for r in found.rules
            ],
        ),
        (
            "Fields",
            ["field", "value", "for example not"],
            [[f.name, str(f.rate), _some(f.missed, 1)] for f in (found.categories, *found.fields)],
        ),
        (
            "Who decided",
            ["decider", "a reader says the same", "against"],
            [[d.name, str(d.rate), _some(d.missed)] for d in found.deciders],
        ),
    ]
    if found.mistakes:
        rows = [[m.paper, m.gold, m.end, m.rule or "", shortened(m.reason)] for m in found.mistakes]
        tables.append(("Mistakes", ["paper", "gold", "here", "rule", "reason"], rows))
    if found.spent.calls:
        spent = found.spent
        per_paper = spent.dollars / found.papers if found.papers else 0.0
        row = [
            str(spent.calls),
            str(spent.tokens_in),
            str(spent.tokens_out),
            f"{spent.dollars:.4f}",
            f"{per_paper:.4f}",
        ]
        tables.append(("Models", ["calls", "tokens in", "tokens out", "dollars", "dollars a paper"], [row]))
    return tables


def _some(names: tuple[str, ...], limit: int = _MISSED) -> str:
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return shortened("; ".join(names[:limit]), 160) + more


def _markdown(columns: list[str], rows: list[list[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines)
