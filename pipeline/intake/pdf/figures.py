"""Figures: a caption with the pictures above or below it."""

from collections.abc import Sequence

from pipeline.intake.pdf.captions import Caption, assign
from pipeline.intake.pdf.model import Page, Region
from schemas.evidence import Box
from schemas.paper import Figure

_MOST_LETTERS = 12


def figures(pages: Sequence[Page], captions: Sequence[Caption], paths: dict[int, str | None]) -> tuple[Figure, ...]:
    """The figures in reading order. `paths` gives the section of a region by its id."""
    found = []
    for caption in captions:
        if not caption.is_table:
            pictures = _pictures(pages[caption.region.page - 1], caption, captions)
            found.append(_figure(caption, pictures, paths.get(id(caption.region))))
    return tuple(found)


def _pictures(page: Page, caption: Caption, captions: Sequence[Caption]) -> list[Region]:
    """The pictures nearest to a caption: its own, and further ones that no other caption is nearer to."""
    own = [c for c in captions if not c.is_table and c.region.page == page.number]
    pictures = [region for region in page.regions if region.kind == "picture"]
    return [picture for picture in pictures if assign(own, [picture]).get(0) is caption]


def _figure(caption: Caption, pictures: list[Region], section: str | None) -> Figure:
    letters = sum(c.isalnum() for p in pictures for line in p.lines for s in line.spans for c in s.text)
    return Figure(
        label=caption.label,
        caption=caption.text,
        section=section,
        page=caption.region.page,
        box=_around([picture.box for picture in pictures]) or caption.region.box,
        is_picture=letters <= _MOST_LETTERS,
    )


def _around(boxes: list[Box]) -> Box | None:
    if not boxes:
        return None
    return Box(
        x0=min(b.x0 for b in boxes),
        y0=min(b.y0 for b in boxes),
        x1=max(b.x1 for b in boxes),
        y1=max(b.y1 for b in boxes),
    )
