"""Text of a PDF that a reader would not see: invisible, white on white, or too small; and zero-width runs.

It is reported, and it is no part of the paper: `visible` takes it off the pages before anything is read from them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from pipeline.intake.pdf.model import Layout, Line, Page, Region, Span, box_of, letters
from pipeline.intake.suspicions import addressed, zero_width
from schemas.evidence import Box
from schemas.paper import Suspicion

_FEWEST_LETTERS = 20
_LONGEST = 2000

Stretch = tuple[str, str, list[Layout]]


def hidden(pages: Sequence[Page]) -> tuple[Suspicion, ...]:
    """The suspicions of a document. Shorter stretches are the traces of typesetting that many papers carry."""
    return tuple(suspicion for page in pages for suspicion in _of_page(page))


def visible(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages without the stretches that `hidden` reports."""
    return tuple(_without(page, [box for _, _, spans in _stretches(page) for box in _boxes(spans)]) for page in pages)


def _of_page(page: Page) -> Iterator[Suspicion]:
    for kind, text, _ in _stretches(page):
        yield Suspicion(kind=kind, text=text[:_LONGEST], page=page.number)
        yield from addressed(text, page.number)
    for region in page.regions:
        for line in region.lines:
            yield from zero_width("".join(span.text for span in line.spans), page.number)


def _stretches(page: Page) -> Iterator[Stretch]:
    """Kind, text and spans of each run of hidden text that is long enough to say something. That of a scan is none."""
    for kind, group in groupby(page.odd_spans, key=lambda span: span["kind"]):
        spans = list(group)
        text = " ".join(" ".join(span["text"] for span in spans).split())
        is_of_scan = kind == "invisible_text" and page.is_scan
        if letters(text) >= _FEWEST_LETTERS and text.count(" ") >= 3 and not is_of_scan:
            yield kind, text, spans


def _boxes(spans: Sequence[Layout]) -> list[Box]:
    return [box_of(span["box"]) for span in spans]


def _without(page: Page, boxes: Sequence[Box]) -> Page:
    if not boxes:
        return page
    return replace(page, regions=tuple(_region(region, boxes) for region in page.regions))


def _region(region: Region, boxes: Sequence[Box]) -> Region:
    lines = tuple(line for old in region.lines if (line := _line(old, boxes)).spans)
    raw = region.raw
    if "spans" in raw:
        raw = {**raw, "spans": [span for span in raw["spans"] if not _is_glyphs_hidden(span, boxes)]}
    return replace(region, lines=lines, raw=raw)


def _line(line: Line, boxes: Sequence[Box]) -> Line:
    kept = tuple(span for span in line.spans if not _is_hidden(span, boxes))
    return line if len(kept) == len(line.spans) else replace(line, spans=kept)


def _is_hidden(span: Span, boxes: Sequence[Box]) -> bool:
    x, y = (span.box.x0 + span.box.x1) / 2, (span.box.y0 + span.box.y1) / 2
    return any(b.x0 <= x <= b.x1 and b.y0 <= y <= b.y1 and _is_as_tall(span.box, b) for b in boxes)


def _is_as_tall(one: Box, other: Box) -> bool:
    """Text of another size may stand on the same spot: only what is as tall is the same text."""
    return abs((one.y1 - one.y0) - (other.y1 - other.y0)) < 0.5


def _is_glyphs_hidden(span: Layout, boxes: Sequence[Box]) -> bool:
    """The same for the characters of a table: [character, x0, y0, x1, y1, x, y]."""
    glyphs = [glyph for glyph in span["characters"] if glyph[0].strip()]
    return bool(glyphs) and all(
        any(b.x0 <= (g[1] + g[3]) / 2 <= b.x1 and b.y0 <= (g[2] + g[4]) / 2 <= b.y1 for b in boxes) for g in glyphs
    )
