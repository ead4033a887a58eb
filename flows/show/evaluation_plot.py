"""The picture of an evaluation: the confusion table as a heat map, and the rates with their intervals."""

from pathlib import Path
from typing import Any

from schemas.evaluation import Evaluation, NamedRate
from schemas.gold import GoldCall
from schemas.snapshot import End

_BLUE = "#2b5c8a"


def plot(found: Evaluation, target: Path) -> None:
    """Write the picture as SVG. The same evaluation gives the same bytes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "papergym", "font.size": 9}):
        figure = Figure(figsize=(10, 4), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=(2, 3))
        _confusion(left, found)
        _rates(right, [line for line in (*found.classes, *found.fields) if line.rate.total])
        figure.savefig(target, metadata={"Date": None})


def _confusion(axes: Any, found: Evaluation) -> None:
    ends, calls = [end for end in End if end is not End.UNDER_WAY], list(GoldCall)
    count = {(cell.gold, cell.end): len(cell.papers) for cell in found.confusion}
    grid = [[count.get((call, end), 0) for end in ends] for call in calls]
    axes.imshow(grid, cmap="Blues", aspect="auto")
    axes.set_xticks(range(len(ends)), [end.replace("_", " ") for end in ends], rotation=30, ha="right")
    axes.set_yticks(range(len(calls)), calls)
    axes.set(title="papers", xlabel="this run", ylabel="readers")
    most = max(max(row) for row in grid) or 1
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            axes.text(x, y, value, ha="center", va="center", color="white" if value > most / 2 else "black")


def _rates(axes: Any, lines: list[NamedRate]) -> None:
    shares = [line.rate.hits / line.rate.total for line in lines]
    low = [share - min(share, line.rate.low) for share, line in zip(shares, lines, strict=True)]
    high = [max(share, line.rate.high) - share for share, line in zip(shares, lines, strict=True)]
    places = range(len(lines))
    axes.errorbar(shares, places, xerr=[low, high], fmt="o", color=_BLUE, capsize=3)
    axes.set_yticks(places, [f"{line.name} (n={line.rate.total})" for line in lines])
    axes.invert_yaxis()
    axes.set(xlim=(-0.02, 1.02), title="shares with 95 % intervals")
    axes.grid(axis="x", alpha=0.3)
