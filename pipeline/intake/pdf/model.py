"""The layout of a PDF as typed values: regions of a page, their lines and spans."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from schemas.evidence import Box

Layout = dict[str, Any]

_WORD = re.compile(r"[^\W\d_]{4,}")
_SUPERSCRIPT, _ITALIC, _BOLD = 1, 2, 16
_LEAST_OF_A_SCAN = 0.8
_HEAVY = ("bold", "black", "heavy", "semibold", "-bd", "cmbx", "nimbusromno9l-medi", "tib", "gillsansstd-bold")


@dataclass(frozen=True)
class Span:
    """A run of characters in one font. `is_raised` is a superscript."""

    text: str
    size: float
    is_bold: bool
    is_italic: bool
    is_raised: bool
    box: Box

    @property
    def has_text(self) -> bool:
        """True where something is printed."""
        return bool(self.text.strip())


@dataclass(frozen=True)
class Line:
    """A printed line within a region."""

    spans: tuple[Span, ...]
    box: Box

    @cached_property
    def size(self) -> float:
        """The font size of most of its characters, in points."""
        sizes: Counter[float] = Counter()
        for span in self.spans:
            sizes[round(span.size, 1)] += len(span.text.strip())
        return sizes.most_common(1)[0][0] if sizes else 0.0


@dataclass(frozen=True)
class Region:
    """A box of the layout model with its kind: text, caption, table, picture, section-header ..."""

    kind: str
    page: int
    box: Box
    level: int
    lines: tuple[Line, ...]
    raw: Layout

    @cached_property
    def size(self) -> float:
        """The font size of most of its lines."""
        sizes = Counter(line.size for line in self.lines if line.size)
        return sizes.most_common(1)[0][0] if sizes else 0.0

    @property
    def has_grid(self) -> bool:
        """True for a table that the layout model could divide into cells."""
        return bool(self.raw.get("grid"))


@dataclass(frozen=True)
class Page:
    """A page with its regions in reading order and its link annotations as (target, box).

    `raw` has the characters and rules of the whole page where a table may have been missed.
    """

    number: int
    width: float
    height: float
    regions: tuple[Region, ...]
    links: tuple[tuple[str, Box], ...]
    odd_spans: tuple[Layout, ...]
    raw: Layout

    @cached_property
    def is_scan(self) -> bool:
        """True where nearly all text is invisible: the page is a picture, and its text is what OCR read in it."""
        texts = (span.text for region in self.regions for line in region.lines for span in line.spans)
        invisible = sum(letters(span["text"]) for span in self.odd_spans if span["kind"] == "invisible_text")
        return 0 < _LEAST_OF_A_SCAN * sum(map(letters, texts)) <= invisible


def letters(text: str) -> int:
    """The number of letters in a text."""
    return sum(c.isalpha() for c in text)


def box_of(values: list[float]) -> Box:
    """A box rounded to hundredths of a point, so that records do not differ by rounding noise."""
    x0, y0, x1, y1 = (round(value, 2) for value in values)
    return Box(x0=x0, y0=y0, x1=x1, y1=y1)


def is_bold(flags: int, font: str) -> bool:
    """True for a bold font, by its flag or by its name."""
    return bool(flags & _BOLD) or any(word in font.lower() for word in _HEAVY)


def is_italic(flags: int, font: str) -> bool:
    """True for an italic font, by its flag or by its name."""
    return bool(flags & _ITALIC) or "italic" in font.lower() or "oblique" in font.lower()


def pages_of(layout: Layout) -> tuple[Page, ...]:
    """The pages of a layout as `pipeline.ports.Documents` gives it."""
    return tuple(_page(page) for page in layout["pages"])


def _page(page: Layout) -> Page:
    return Page(
        number=page["number"],
        width=page["width"],
        height=page["height"],
        regions=tuple(_region(box, page["number"]) for box in page["boxes"]),
        links=tuple((link["uri"], box_of(link["box"])) for link in page["links"]),
        odd_spans=tuple(page["odd_spans"]),
        raw=page,
    )


def _region(box: Layout, page: int) -> Region:
    lines = tuple(line for raw in box["lines"] if (line := _line(raw)).spans)
    return Region(box["kind"], page, box_of(box["box"]), box["level"], lines, box)


def _line(raw: Layout) -> Line:
    return Line(tuple(_spans(raw["spans"])), box_of(raw["box"]))


def _spans(raw: list[Layout]) -> Iterator[Span]:
    """The spans of a line; small characters above the baseline of the others are raised."""
    sizes: Counter[float] = Counter()
    for span in raw:
        sizes[span["size"]] += len(span["text"].strip())
    size = sizes.most_common(1)[0][0] if sizes else 0.0
    baselines = [span["origin"][1] for span in raw if span["size"] == size]
    baseline = baselines[0] if baselines else 0.0
    for span in raw:
        is_small = span["size"] < 0.85 * size and not _WORD.search(span["text"])
        is_high = span["origin"][1] < baseline - 0.15 * size or bool(span["flags"] & _SUPERSCRIPT)
        yield Span(
            text=span["text"],
            size=span["size"],
            is_bold=is_bold(span["flags"], span["font"]),
            is_italic=is_italic(span["flags"], span["font"]),
            is_raised=is_small and is_high,
            box=box_of(span["box"]),
        )
