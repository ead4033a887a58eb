"""Tables that the layout model missed: found below or above their caption by lines of words in columns.

There is only this one reading of them, so every number in them is disputed.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pipeline.intake.grids import is_number
from pipeline.intake.pdf.captions import Caption
from pipeline.intake.pdf.model import Layout, Page, Region, box_of
from pipeline.intake.pdf.tables.words import Word, words_of
from schemas.evidence import Box

Lines = Sequence[Sequence[Word]]

_COLUMN_GAP = 1.0
_FAR = 3.5
_FEWEST_ROWS = 2
_SHARE = 0.9


def missed(page: Page, caption: Caption) -> Region | None:
    """The table of a caption that no region was found for; None where nothing near it is set in columns."""
    if not page.raw["spans"]:
        return None
    area = _beside_caption(page, caption)
    lines = words_of(page.raw["spans"], area)
    box = caption.region.box
    below = [line for line in lines if line[0].middle > box.y1]
    above = [line for line in lines if line[0].middle < box.y0]
    for found in (_run(below, box.y1), _run(above[::-1], box.y0)):
        if len(found) > _FEWEST_ROWS and _has_numbers(found):
            return _region(page, found)
    return None


def covered(page: Page, region: Region) -> Iterator[Region]:
    """The regions of the text that a missed table is made of."""
    box = region.box
    for other in page.regions:
        x, y = (other.box.x0 + other.box.x1) / 2, (other.box.y0 + other.box.y1) / 2
        if box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1:
            yield other


def _beside_caption(page: Page, caption: Caption) -> Box:
    """The column that a caption stands in, or the whole width."""
    middle, box = page.width / 2, caption.region.box
    left = middle if box.x0 > middle - 10 else 0.0
    right = middle if box.x1 < middle + 10 else page.width
    return Box(x0=left, y0=0.0, x1=right, y1=page.height)


def _run(lines: Lines, start: float) -> list[Sequence[Word]]:
    """The lines from a height on that are set in columns; single cells between them belong to them."""
    run: list[Sequence[Word]] = []
    last = start
    for line in lines:
        if abs(line[0].middle - last) > _FAR * line[0].size or (len(_cells(line)) < 2 and _is_prose(line)):
            break
        run.append(line)
        last = line[0].middle
    while run and len(_cells(run[-1])) < 2:
        run.pop()
    return run


def _is_prose(line: Sequence[Word]) -> bool:
    """True for a line of running text."""
    return len(line) > 6


def _cells(line: Sequence[Word]) -> list[tuple[float, float]]:
    """The left and right edges of the parts of a line that wide gaps set apart."""
    edges: list[tuple[float, float]] = []
    for word in line:
        if edges and word.x0 - edges[-1][1] <= _COLUMN_GAP * word.size:
            edges[-1] = (edges[-1][0], max(edges[-1][1], word.x1))
        else:
            edges.append((word.x0, word.x1))
    return edges


def _has_numbers(lines: Lines) -> bool:
    """True where most lines but the header have a number apart from their name."""
    rows = sum(len(_cells(line)) > 1 and any(is_number(word.text) for word in line[1:]) for line in lines)
    return rows >= max(_FEWEST_ROWS, 0.5 * (len(lines) - 1))


def _region(page: Page, lines: Lines) -> Region:
    lines = sorted(lines, key=lambda line: line[0].middle)
    words = [word for line in lines for word in line]
    x0, y0 = min(w.x0 for w in words) - 2, min(w.y0 for w in words) - 2
    x1, y1 = max(w.x1 for w in words) + 2, max(w.y1 for w in words) + 2
    middles = [line[0].middle for line in lines]
    grid = {
        "rows": [y0, *((a + b) / 2 for a, b in pairwise(middles)), y1],
        "columns": [x0, *_columns(lines, x0, x1), x1],
        "texts": [],
    }
    raw: Layout = {**page.raw, "box": [x0, y0, x1, y1], "grid": grid}
    return Region("table", page.number, box_of([x0, y0, x1, y1]), 0, (), raw)


def _columns(lines: Lines, x0: float, x1: float) -> Iterator[float]:
    """The middles of the strips that nearly all lines leave blank; headings over several columns may cross them."""
    edges = sorted({edge for line in lines for cell in _cells(line) for edge in cell})
    blank = [(a, b) for a, b in pairwise(edges) if b - a > 1 and _is_blank(lines, (a + b) / 2)]
    for left, right in _merged(blank):
        if x0 + 3 < left and right < x1 - 3:
            yield (left + right) / 2


def _is_blank(lines: Lines, x: float) -> bool:
    full = [line for line in lines if len(_cells(line)) > 1]
    free = sum(not any(a < x < b for a, b in _cells(line)) for line in full)
    return free >= _SHARE * len(full)


def _merged(strips: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Neighbouring strips as one."""
    merged: list[tuple[float, float]] = []
    for left, right in strips:
        if merged and left <= merged[-1][1]:
            merged[-1] = (merged[-1][0], right)
        else:
            merged.append((left, right))
    return merged
