"""Tables that stand side by side and came as one region: cut apart where nothing is printed between them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.intake.grids import is_number
from pipeline.intake.pdf.captions import Caption
from pipeline.intake.pdf.model import Layout, Region, box_of
from pipeline.intake.pdf.tables.words import Word, words_of

_NEAR = 60.0
_FEWEST_LINES = 4
_ALIGNED = 0.6
_ALIGNED_REPEATED = 0.9


def parted(region: Region, captions: Sequence[Caption]) -> list[Region]:
    """The tables of a region from left to right; the region itself where it holds one."""
    lines = words_of(region.raw["spans"], region.box)
    gutters = _gutters(lines, region)
    below = _in_a_row(region, captions)
    if len(below) > 1:
        cuts = [cut for a, b in pairwise(below) if (cut := _nearest(gutters, a, b)) is not None]
    else:
        cuts = [middle for middle, width in gutters if _is_between_tables(lines, middle, width)][:1]
    edges = [region.box.x0, *sorted(cuts), region.box.x1]
    return [region] if len(edges) == 2 else [_within(region, left, right) for left, right in pairwise(edges)]


def _in_a_row(region: Region, captions: Sequence[Caption]) -> list[Caption]:
    """The captions that stand beside each other, directly above or below a region and not beyond its sides."""
    near = [c for c in captions if _distance(c, region) < _NEAR and _shares_side(c, region)]
    row: list[Caption] = []
    for caption in sorted(near, key=lambda c: c.region.box.x0):
        beside = not row or caption.region.box.x0 > row[-1].region.box.x1
        level = not row or abs(caption.region.box.y0 - row[0].region.box.y0) < 12
        if beside and level:
            row.append(caption)
    return row


def _distance(caption: Caption, region: Region) -> float:
    return max(caption.region.box.y0 - region.box.y1, region.box.y0 - caption.region.box.y1)


def _shares_side(caption: Caption, region: Region) -> bool:
    return caption.region.box.x0 < region.box.x1 and caption.region.box.x1 > region.box.x0


def _gutters(lines: Sequence[Sequence[Word]], region: Region) -> list[tuple[float, float]]:
    """The strips without ink from top to bottom, the widest first, as (middle, width)."""
    inked = sorted((word.x0, word.x1) for line in lines for word in line)
    found, right = [], region.box.x0
    for x0, x1 in inked:
        if x0 > right and right > region.box.x0:
            found.append(((right + x0) / 2, x0 - right))
        right = max(right, x1)
    return sorted(found, key=lambda gutter: -gutter[1])


def _nearest(gutters: Sequence[tuple[float, float]], left: Caption, right: Caption) -> float | None:
    """The widest gutter between the middles of two captions."""
    a = (left.region.box.x0 + left.region.box.x1) / 2
    b = (right.region.box.x0 + right.region.box.x1) / 2
    return next((middle for middle, _ in gutters if a < middle < b), None)


def _is_between_tables(lines: Sequence[Sequence[Word]], middle: float, width: float) -> bool:
    """True where both sides have names and numbers, and many lines at heights of their own."""
    left = [part for line in lines if (part := [w for w in line if w.x1 <= middle])]
    right = [part for line in lines if (part := [w for w in line if w.x0 >= middle])]
    if min(len(left), len(right)) < _FEWEST_LINES or width < lines[0][0].size:
        return False
    aligned = sum(any(w.x1 <= middle for w in line) and any(w.x0 >= middle for w in line) for line in lines)
    share = _ALIGNED_REPEATED if left[0][0].text == right[0][0].text else _ALIGNED
    return aligned < share * min(len(left), len(right)) and all(map(_reads_as_table, (left, right)))


def _reads_as_table(lines: Sequence[Sequence[Word]]) -> bool:
    """True where most lines are a name followed by numbers."""
    rows = [line for line in lines if not is_number(line[0].text) and is_number(line[-1].text)]
    return len(rows) >= max(3, 0.4 * len(lines))


def _within(region: Region, left: float, right: float) -> Region:
    """The part of a region between two edges; `reading` keeps what the layout model read in the whole."""
    x0, y0, x1, y1 = left, region.box.y0, right, region.box.y1
    columns = region.raw["grid"]["columns"]
    inner = [i for i, x in enumerate(columns) if left + 2 < x < right - 2]
    first, last = (inner[0], inner[-1]) if inner else (len(columns), len(columns) - 1)
    grid = {**region.raw["grid"], "columns": [left, *columns[first : last + 1], right]}
    rules = [[max(r[0], x0), r[1], min(r[2], x1), r[3]] for r in region.raw["rules"] if r[0] < x1 and r[2] > x0]
    raw: Layout = {
        **region.raw,
        "box": [x0, y0, x1, y1],
        "grid": grid,
        "rules": rules,
        "reading": region.raw["grid"],
    }
    return replace(region, box=box_of([x0, y0, x1, y1]), raw=raw)
