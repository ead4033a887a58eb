"""Table regions that swallowed more than their table: what stands above the caption, or in the other column."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.intake.pdf.captions import Caption
from pipeline.intake.pdf.model import Layout, Region
from schemas.evidence import Box

_MARGIN = 12.0
_BELOW = 2.5
_NEAR = 40.0
_PIECES = 12.0
_FEWEST_RULES = 3


def cropped(region: Region, caption: Region | None) -> tuple[Layout, Box]:
    """The layout of a table and its area: where the caption stands inside the region, only what is below it."""
    box = region.box
    if caption is None or not (box.y0 + _MARGIN < caption.box.y0 and caption.box.y1 < box.y1 - _MARGIN):
        return region.raw, box
    is_narrow = caption.box.x1 - caption.box.x0 < 0.7 * (box.x1 - box.x0)
    area = Box(
        x0=max(box.x0, caption.box.x0 - _MARGIN) if is_narrow else box.x0,
        y0=caption.box.y1 + _BELOW,
        x1=min(box.x1, caption.box.x1 + _MARGIN) if is_narrow else box.x1,
        y1=box.y1,
    )
    rows = _within(region.raw["grid"]["rows"], area.y0, area.y1)
    columns = _within(region.raw["grid"]["columns"], area.x0, area.x1)
    grid = {
        **region.raw["grid"],
        "rows": [area.y0, *region.raw["grid"]["rows"][rows.start + 1 : rows.stop - 1], area.y1],
        "columns": [area.x0, *region.raw["grid"]["columns"][columns.start + 1 : columns.stop - 1], area.x1],
    }
    reading = region.raw.get("reading", region.raw["grid"])
    edges = [area.x0, area.y0, area.x1, area.y1]
    return {**region.raw, "box": edges, "grid": grid, "rules": _inside(region.raw, area), "reading": reading}, area


def _inside(raw: Layout, area: Box) -> list[list[float]]:
    """The parts of the rules that run through an area."""
    rules = [[max(x0, area.x0), y0, min(x1, area.x1), y1] for x0, y0, x1, y1 in raw["rules"]]
    return [rule for rule in rules if rule[0] < rule[2] and area.y0 - _BELOW <= rule[1] <= area.y1 + _BELOW]


def without_figure(region: Region, captions: Sequence[Caption]) -> Region:
    """A region without the figure below its table: that has its caption below, and the table ends with a rule."""
    below = [c for c in captions if not c.is_table and -_BELOW < c.region.box.y0 - region.box.y1 < _NEAR]
    under = [c for c in below if c.region.box.x0 < region.box.x1 and c.region.box.x1 > region.box.x0]
    rules = full_rules(region.raw)
    if not under or len(rules) < _FEWEST_RULES or region.box.y1 - rules[-1] < _NEAR:
        return region
    rows = [y for y in region.raw["grid"]["rows"] if y < rules[-1] - _BELOW]
    box = region.box.model_copy(update={"y1": rules[-1]})
    grid = {**region.raw["grid"], "rows": [*rows, rules[-1]]}
    raw = {**region.raw, "box": [box.x0, box.y0, box.x1, box.y1], "grid": grid, "reading": region.raw["grid"]}
    return replace(region, box=box, raw=raw)


def full_rules(raw: Layout, gap: float = _PIECES) -> list[float]:
    """The heights of the rules that cross at least four fifths of the table, alone or with others beside them.

    `gap` is the space in points that may be between them.
    """
    width = raw["box"][2] - raw["box"][0]
    runs: dict[int, list[tuple[float, float]]] = {}
    for x0, y0, x1, _ in sorted(raw["rules"]):
        pieces = runs.setdefault(round(y0), [])
        if pieces and x0 - pieces[-1][1] < gap:
            pieces[-1] = (pieces[-1][0], max(pieces[-1][1], x1))
        else:
            pieces.append((x0, x1))
    return sorted(float(y) for y, pieces in runs.items() if max(b - a for a, b in pieces) >= 0.8 * width)


def _within(lines: Sequence[float], low: float, high: float) -> range:
    """The lines around the rows or columns whose middle lies between two heights or edges; all where there is none."""
    inside = [i for i, (a, b) in enumerate(pairwise(lines)) if low <= (a + b) / 2 <= high]
    return range(inside[0], inside[-1] + 2) if inside else range(len(lines))
