"""Captions, and which table or picture each belongs to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.intake.pdf.model import Page, Region
from pipeline.intake.pdf.prose import Vocabulary, paragraph

_NUMBER = r"(?:[A-Z]?\.?\s?\d{1,3}(?:\.\d{1,2})?[a-z]?|[IVX]{1,5}|[A-Z]\d?)"
_LABEL = re.compile(
    rf"^(?P<label>(?P<more>(?:Supplementary|Extended Data|Additional|Appendix)\s+)?"
    rf"(?P<kind>Table|Tab\.|Fig\.|Figure|Scheme|Chart)\s*(?P<number>{_NUMBER}))(?P<mark>\s*[.:|—–-]|\s|$)\s*",
    re.IGNORECASE,
)
_KINDS = {"tab": "Table", "fig": "Figure", "sch": "Scheme", "cha": "Chart"}
_VERBS = re.compile(
    r"^(?:shows?|presents?|lists?|gives?|summari[sz]es?|reports?|illustrates?|depicts?|compares?|contains?|and|in|are|is|we|provides?"
    r"|displays?|describes?|demonstrates?|indicates?|we|for|with|to|that|which|also|can|has|have|was|were)\b"
)
_FAR = 1e6
_CLOSE = 25.0
_ALONE = 150.0
_TITLE_GAP = 10.0
_LONGEST_TITLE = 400


@dataclass(frozen=True)
class Caption:
    """A caption with its label in a normal form (`Table 4`, `Figure 1`) and its text without the label.

    `title` is the region of the text where the label is printed above it, apart.
    """

    label: str
    text: str
    region: Region
    title: Region | None = None

    @property
    def is_table(self) -> bool:
        """True for the caption of a table."""
        return "Table" in self.label


def captions_of(pages: Sequence[Page], regions: Sequence[Region], vocabulary: Vocabulary) -> list[Caption]:
    """The captions among the regions of the text."""
    grids = [region for page in pages for region in page.regions if region.has_grid]
    found = ((region, any(_is_close(region, grid) for grid in grids)) for region in regions)
    captions = [caption for region, is_close in found if (caption := caption_of(region, vocabulary, is_close))]
    return [caption if caption.text else _titled(caption, regions, grids, vocabulary) for caption in captions]


def _titled(caption: Caption, regions: Sequence[Region], grids: Sequence[Region], vocabulary: Vocabulary) -> Caption:
    """A caption whose label stands alone, with the text on the line below it, above a table."""
    for region in regions:
        is_below = 0 <= region.box.y0 - caption.region.box.y1 < _TITLE_GAP and region.page == caption.region.page
        if is_below and abs(region.box.x0 - caption.region.box.x0) < 3 and region.kind in {"text", "caption"}:
            text = paragraph(region.lines, vocabulary)
            if len(text) < _LONGEST_TITLE and any(_is_close(region, grid) for grid in grids):
                return replace(caption, text=text, title=region)
    return caption


def _is_close(region: Region, grid: Region) -> bool:
    return _distance(region, grid) < _CLOSE


def caption_of(region: Region, vocabulary: Vocabulary, is_close: bool = False) -> Caption | None:
    """The caption that a region is; None for other text, also for sentences that start with `Table 2 shows`.

    Text close to a table is one, too, where a title follows its label without a mark between.
    """
    if region.kind not in {"caption", "text", "section-header", "footnote", "list-item"} or not region.lines:
        return None
    text = paragraph(region.lines, vocabulary)
    found = _LABEL.match(text)
    if found is None:
        return None
    rest = text[found.end() :]
    is_title = rest[:1].isupper() and (is_close or found["kind"].isupper())
    if not found["mark"].strip() and (_VERBS.match(rest) or not (is_title or _is_set_apart(region, rest))):
        return None
    return Caption(_label(found), rest.strip(), region)


def label_in(text: str) -> tuple[str, str] | None:
    """The label in its normal form and the rest of a text that starts as the caption of a table does."""
    found = _LABEL.match(text)
    label = _label(found) if found else ""
    return (label, text[found.end() :].strip()) if found and "Table" in label else None


def _is_set_apart(region: Region, rest: str) -> bool:
    """True where the layout or a bold label says caption, or the label stands alone."""
    return region.kind == "caption" or not rest or region.lines[0].spans[0].is_bold


def _label(found: re.Match[str]) -> str:
    kind = _KINDS[found["kind"][:3].lower()]
    more = (found["more"] or "").strip().title()
    return " ".join(filter(None, (more, kind, re.sub(r"\s", "", found["number"]))))


def assign(captions: Sequence[Caption], floats: Sequence[Region]) -> dict[int, Caption]:
    """Each float's caption by the float's position in the sequence: as near together as all of them can be.

    A caption between two tables may stand as near to the wrong one; what the others need decides.
    """
    from scipy.optimize import linear_sum_assignment

    if not captions or not floats:
        return {}
    alone = [_ALONE] * len(captions)
    costs = [[_distance(caption.region, region) for region in floats] + alone for caption in captions]
    return {
        int(f): captions[c]
        for c, f in zip(*linear_sum_assignment(costs), strict=True)
        if f < len(floats) and costs[c][f] < _ALONE
    }


def _distance(caption: Region, region: Region) -> float:
    """Points between a caption and a float of the same page; one that stands beside it counts more than above it."""
    if caption.page != region.page:
        return _FAR
    a, b = caption.box, region.box
    vertical = max(b.y0 - a.y1, a.y0 - b.y1, 0.0)
    horizontal = max(b.x0 - a.x1, a.x0 - b.x1, 0.0)
    return vertical + 3 * horizontal
