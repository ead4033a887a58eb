"""The picture of a scored submission: a panel per instance and metric, with the paper's methods and the marks."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline.scoring.model import LeaderboardRow, MetricResult, MetricScoring, ScoreReport, ScoringFile, Split
from schemas.errors import UsageError
from schemas.task import Direction, MethodRole

SUFFIXES = (".svg", ".png")
_COLUMNS = 2
_COLOURS = {MethodRole.PROPOSED: "#2b5c8a", MethodRole.VARIANT: "#7fa6cc", MethodRole.BASELINE: "#8a8a8a"}
_MARKERS = {MethodRole.PROPOSED: "s", MethodRole.VARIANT: "D", MethodRole.BASELINE: "o"}
_OURS = "#c2410c"
_NAME = "this submission"
_LONGEST = 34


def check_target(target: Path) -> None:
    """Raises UsageError for a picture that cannot be written."""
    if target.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{target} is neither an SVG nor a PNG file", "name a file that ends in .svg or .png")
    if target.is_dir() or not target.absolute().parent.is_dir():
        raise UsageError(f"{target} cannot be written", "name a file in a folder that is there")


def plot(report: ScoreReport, marks: ScoringFile, rows: Sequence[LeaderboardRow], target: Path) -> None:
    """Write the picture. The same scores give the same SVG."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    known = {(entry.instance, metric.metric): metric for entry in marks.instances for metric in entry.metrics}
    panels = [(each.instance, metric) for each in report.instances for metric in each.metrics]
    boards = {key: [row for row in rows if (row.instance, row.metric) == key] for key in known}
    deepest = max(len(board) for board in boards.values())
    lines = math.ceil(len(panels) / _COLUMNS)
    with rc_context({"svg.hashsalt": "papergym", "font.size": 9, "text.parse_math": False}):
        height = 1.0 + lines * (1.1 + 0.22 * (deepest + 1))
        figure = Figure(figsize=(6 * min(_COLUMNS, len(panels)), height), layout="constrained")
        grid = figure.subplots(lines, min(_COLUMNS, len(panels)), squeeze=False).flatten()
        for axes, (instance, metric) in zip(grid, panels, strict=False):
            key = (instance, metric.metric)
            _panel(axes, instance, metric, known[key], boards[key])
        for axes in grid[len(panels) :]:
            axes.set_visible(False)
        figure.suptitle(_title(report))
        _legend(figure)
        figure.savefig(target, metadata={"Date": None} if target.suffix.lower() == ".svg" else None, dpi=120)


def _title(report: ScoreReport) -> str:
    told = "none" if report.gap is None else f"{report.gap:+.3g}"
    where = "validation rows; the paper's scores are of its test rows" if report.split is Split.DEV else "test rows"
    return f"{report.pack}\ngap {told} on {report.primary_metric} ({where})"


def _panel(axes: Any, instance: str, metric: MetricResult, marks: MetricScoring, board: list[LeaderboardRow]) -> None:
    """Best at the top. A submission without a value is named and has no mark."""
    is_higher = marks.direction is Direction.HIGHER
    entries: list[tuple[str, float | None, MethodRole | None]] = [(row.method, row.value, row.role) for row in board]
    entries.append((_NAME, metric.value, None))
    entries.sort(key=lambda entry: _place(entry[1], is_higher))
    for y, (_, value, role) in enumerate(entries):
        if value is None:
            axes.text(0.5, y, "no score", color=_OURS, ha="center", va="center", transform=axes.get_yaxis_transform())
            continue
        colour, marker = (_COLOURS[role], _MARKERS[role]) if role in _COLOURS else (_OURS, "*")
        axes.plot([value], [y], marker, color=colour, markersize=11 if role is None else 6)
        behind = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
        told = {"va": "center", "color": colour, "bbox": behind}
        axes.annotate(f"{value:.4g}", (value, y), (8, 0), textcoords="offset points", **told)
    axes.margins(x=0.18)
    limits = axes.get_xlim()  # of the methods alone: a floor far off would press them together
    for value, style in ((marks.sota, "-"), (marks.baseline, "--"), (marks.floor, ":")):
        if value is not None:
            axes.axvline(value, linestyle=style, color="#bbbbbb", linewidth=1, zorder=0)
    axes.set_yticks(range(len(entries)), [_short(name) for name, _, _ in entries])
    for label, (_, _, role) in zip(axes.get_yticklabels(), entries, strict=True):
        if role is None:
            label.set(color=_OURS, fontweight="bold")
    axes.set_ylim(len(entries) - 0.5, -0.5)
    axes.set_xlim(limits)
    axes.set_title(f"{instance}: {metric.metric}{' *' if metric.is_primary else ''}", fontsize=9, loc="left")
    axes.set_xlabel(f"{'higher' if is_higher else 'lower'} is better", fontsize=8)
    axes.grid(axis="x", alpha=0.2)


def _place(value: float | None, is_higher: bool) -> float:
    return math.inf if value is None else -value if is_higher else value


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 3] + "..."


def _legend(figure: Any) -> None:
    from matplotlib.lines import Line2D

    dots = [
        Line2D([], [], linestyle="", marker=_MARKERS[role], color=_COLOURS[role], label=f"{role.value} (paper)")
        for role in _COLOURS
    ]
    ours = Line2D([], [], linestyle="", marker="*", markersize=11, color=_OURS, label=_NAME)
    lines = [
        Line2D([], [], linestyle="-", color="#999999", label="SOTA"),
        Line2D([], [], linestyle="--", color="#999999", label="best baseline"),
        Line2D([], [], linestyle=":", color="#999999", label="floor: no information"),
    ]
    figure.legend(handles=[ours, *dots, *lines], loc="outside lower center", ncols=4, frameon=False)
