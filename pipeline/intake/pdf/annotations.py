"""Links that a PDF keeps behind words: annotations whose address is not printed become anchors of their passage."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from urllib.parse import unquote

from pipeline.intake.draft import Anchor, DraftSection, Passage
from pipeline.intake.pdf.model import Page
from schemas.evidence import Box

_AROUND = ("orcid.org", "crossmark.crossref.org", "creativecommons.org/licenses")
_FEWEST_CHARACTERS = 3


def with_annotations(sections: Sequence[DraftSection], pages: Sequence[Page]) -> tuple[DraftSection, ...]:
    """The sections with the links of the pages; one behind an icon, or whose address is printed, adds nothing."""
    passages = [passage for section in sections for passage in section.passages]
    found: dict[int, list[Anchor]] = {}
    for page in pages:
        for target, text, box in _annotations(page):
            home = _home(passages, page.number, text, box)
            if home is not None and not _is_printed(target, passages[home].text):
                found.setdefault(home, []).append((target, text))
    places = {id(passages[index]): tuple(dict.fromkeys(anchors)) for index, anchors in found.items()}
    return tuple(_with(section, places) for section in sections)


def _with(section: DraftSection, places: dict[int, tuple[Anchor, ...]]) -> DraftSection:
    passages = [replace(p, anchors=(*p.anchors, *places.get(id(p), ()))) for p in section.passages]
    return replace(section, passages=passages)


def _annotations(page: Page) -> Iterator[tuple[str, str, Box]]:
    """Address, words and box of each link to the outside; parts of one link over several lines are one."""
    last: tuple[str, str, Box] | None = None
    for target, box in page.links:
        if not target.startswith(("http://", "https://", "ftp://")) or any(host in target for host in _AROUND):
            continue
        words = _words(page, box)
        if last is not None and last[0] == target and 0 <= box.y0 - last[2].y0 < 30:
            last = (target, f"{last[1]} {words}".strip(), last[2])
            continue
        yield from (last,) if last else ()
        last = (target, words, box)
    yield from (last,) if last else ()


def _words(page: Page, box: Box) -> str:
    """What is printed under a link: the spans, cut in proportion, that its box covers."""
    pieces = []
    lines = chain.from_iterable(region.lines for region in page.regions)
    for span in (span for line in lines for span in line.spans):
        middle = (span.box.y0 + span.box.y1) / 2
        left, right = max(span.box.x0, box.x0), min(span.box.x1, box.x1)
        if box.y0 - 1 <= middle <= box.y1 + 1 and right - left > 1:
            width = max(span.box.x1 - span.box.x0, 0.1)
            start, end = (round((x - span.box.x0) / width * len(span.text)) for x in (left, right))
            pieces.append(span.text[start:end])
    return " ".join("".join(pieces).split())


def _home(passages: Sequence[Passage], page: int, text: str, box: Box) -> int | None:
    """The passage that a link stands in: by its box, else by its words on this page or in what began on the last."""
    if len(text) < _FEWEST_CHARACTERS:
        return None
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    for index, passage in enumerate(passages):
        area = passage.box
        if passage.page == page and area and area.x0 <= x <= area.x1 and area.y0 <= y <= area.y1:
            return index
    near = (i for i, p in enumerate(passages) if p.page in (page, page - 1) and _squeezed(text) in _squeezed(p.text))
    return next(near, None)


def _is_printed(target: str, text: str) -> bool:
    address = unquote(target.split("://", 1)[-1])
    bare = _squeezed(address.removeprefix("www.").removeprefix("dx.").removeprefix("doi.org/"))
    return bare.rstrip("/") in _squeezed(text)


def _squeezed(text: str) -> str:
    return "".join(text.split()).lower()
