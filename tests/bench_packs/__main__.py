"""`make bench-packs`: what packs cost and how well they are guarded, without containers.

Prints tables as they are measured and writes `var/bench-packs.json`. Nothing here is a test: a slow machine only
prints larger numbers. `containers.py` measures the same with containers.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from tests.bench_packs.builds import measure_builds
from tests.bench_packs.evaluators import measure_evaluators
from tests.bench_packs.faults import measure_faults
from tests.bench_packs.mutants import measure_mutants

ROOT = Path(__file__).resolve().parents[2]
PARTS: dict[str, Callable[[], Iterable[dict[str, Any]]]] = {
    "builds": measure_builds,
    "evaluators": measure_evaluators,
    "mutants": measure_mutants,
    "faults": measure_faults,
}


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
def main(parts: tuple[str, ...]) -> None:
    """Measure all PARTS or some, print, and write the JSON file; parts that are left out keep their last numbers."""
    target = ROOT / "var" / "bench-packs.json"
    figures = json.loads(target.read_text()) if target.exists() else {}
    for name in parts or PARTS:
        figures[name] = list(told(name))
        show(name, figures[name])
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def told(name: str) -> Iterator[dict[str, Any]]:
    """The rows of a part, each told on the error stream as it comes: some take minutes."""
    for row in PARTS[name]():
        click.echo(f"{name}: {' '.join(map(_cell, row.values()))}", err=True)
        yield row


def show(name: str, rows: list[dict[str, Any]]) -> None:
    """A table of one part."""
    columns = list(rows[0])
    cells = [columns, *([_cell(row[column]) for column in columns] for row in rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(columns))]
    click.echo(f"\n{name}")
    for row in cells:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.2f}"
    return ", ".join(value) if isinstance(value, list) else str(value)


if __name__ == "__main__":
    main()
