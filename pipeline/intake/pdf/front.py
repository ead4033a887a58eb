"""Identity of a PDF: title, DOI, authors, journal, year, licence and the labels on the first page."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.intake.draft import Front
from pipeline.intake.identity import clean_doi
from pipeline.intake.labels import is_type
from pipeline.intake.pdf.model import Layout, Line, Page, Region, Span
from pipeline.intake.pdf.prose import text_of
from pipeline.intake.roles import role_of
from pipeline.intake.texts import clean
from schemas.paper import SectionRole

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`&?]+", re.IGNORECASE)
_DATA_PREFIXES = ("10.5061/", "10.5281/", "10.6084/", "10.17632/", "10.7910/", "10.17605/", "10.24432/")
_LICENCE = re.compile(
    r"https?://creativecommons\.org/[\w./-]+|CC[ -](?:BY(?:[ -](?:NC|ND|SA))*|0)(?:[ -]?\d\.\d)?"
    r"|Creative Commons (?:Attribution|Public Domain|CC0)[\w ,()-]{0,60}?"
    r"(?:Licen[cs]e|Dedication|International)(?:,? \d\.\d)?",
    re.IGNORECASE,
)
_SHARED = re.compile(r"\b(?:code|data|datasets?|software|archive)\b[^.]{0,80}\bavailable\b", re.IGNORECASE)
_PROCEEDINGS = re.compile(r"\bProceedings of (?:the )?[^,.:|]{6,120}?(?=,|\.|:|\||$| pages? )")
_YEAR = re.compile(r"(?<!\d)(19[89]\d|20[0-4]\d)(?!\d)")
_DATED = re.compile(
    r"(?:published|©|copyright|\(c\)|accepted)[^.]{0,40}?(?<!\d)(19[89]\d|20[0-4]\d)(?!\d)", re.IGNORECASE
)


def front(layout: Layout, pages: Sequence[Page]) -> Front:
    """The front matter. The DOI is looked for outside of the references only."""
    first = pages[0]
    title, region = _title(layout, first)
    labels = _labels(first, region, title)
    authors = _authors(layout, first, region)
    return Front(
        doi=_doi(layout, pages),
        title=title,
        authors=authors,
        journal=_journal(layout, pages, authors, title),
        year=_year(layout, pages),
        licence=_licence(pages),
        article_type=next((label for label in labels if is_type(label)), None),
        first_page_labels=labels,
    )


def _text(region: Region) -> str:
    return clean(" ".join(text_of(line.spans) for line in region.lines))


def _marked_text(region: Region) -> str:
    return clean(" ".join(text_of(line.spans, keep_marks=True) for line in region.lines))


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


def _title(layout: Layout, page: Page) -> tuple[str, Region | None]:
    """The largest text on the upper part of the first page, spelled as the metadata spell it where they agree."""
    candidates = [r for r in page.regions if r.lines and r.kind in {"title", "section-header", "text"}]
    upper = [
        r for r in candidates if r.box.y0 < 0.6 * page.height and len(_letters(_text(r))) >= 8 and not is_type(_text(r))
    ]
    region = max(upper, key=_claim_to_title, default=None)
    declared = clean(layout["metadata"].get("title", ""))
    if region is None:
        return declared, None
    if len(declared) > 15 and _letters(declared) in _letters(" ".join(_text(r) for r in page.regions)):
        return declared, region
    same = [r for r in upper if abs(_title_size(r) - _title_size(region)) < 0.5 and abs(r.box.y0 - region.box.y0) < 80]
    return clean(" ".join(_largest_text(r) for r in sorted(same, key=lambda r: r.box.y0))), region


def _claim_to_title(region: Region) -> float:
    """Size on the page; a logo or a journal's name is larger at times, but has few words."""
    return _title_size(region) * (1.0 if len(_text(region).split()) >= 4 else 0.5)


def _title_size(region: Region) -> float:
    return max((span.size for line in region.lines for span in line.spans if span.has_text), default=0.0)


def _largest_text(region: Region) -> str:
    """The text in the largest size, without a label such as `Research Article` on a line of its own above it."""
    size = _title_size(region)
    lines = (clean(text_of([s for s in line.spans if s.size >= 0.93 * size])) for line in region.lines)
    texts = [text for text in lines if text]
    return clean(" ".join(texts[1:] if len(texts) > 1 and is_type(texts[0]) else texts))


def _labels(page: Page, title_region: Region | None, title: str) -> tuple[str, ...]:
    """The short lines above the title, and what is set smaller in the title's own box."""
    if title_region is None:
        return ()
    size = _title_size(title_region)
    texts = [
        text
        for region in page.regions
        if region.kind != "picture"
        for line in region.lines
        for text, text_size in _parts(line)
        if (
            text_size < 0.93 * size or is_type(text)
            if region is title_region
            else line.box.y1 <= title_region.box.y0 + 4
        )
    ]
    words = _letters(title)
    return tuple(dict.fromkeys(t for t in texts if 1 < len(t) <= 60 and _letters(t) and _is_label(_letters(t), words)))


def _is_label(letters: str, title: str) -> bool:
    """False for the running title that some journals print above the title."""
    return not (len(letters) > 25 and letters in title)


def _parts(line: Line) -> Iterator[tuple[str, float]]:
    """A line with its size, cut where a wide gap or another size parts two labels (`ARTICLE` and `OPEN`)."""
    start = 0
    for index in range(1, len(line.spans) + 1):
        if index == len(line.spans) or _is_apart(line.spans[index - 1], line.spans[index]):
            yield clean(text_of(line.spans[start:index], keep_marks=True)), line.spans[start].size
            start = index


def _is_apart(before: Span, span: Span) -> bool:
    gap = span.box.x0 - before.box.x1
    return gap > 2 * span.size or (
        abs(span.size - before.size) > 0.1 * span.size and not span.is_raised and not before.is_raised
    )


def _doi(layout: Layout, pages: Sequence[Page]) -> str | None:
    """The DOI with the best claim: in the metadata, repeated in page margins, in the cross-mark, high on page one."""
    claims: Counter[str] = Counter()
    for value in layout["metadata"].values():
        _claim(claims, str(value), 4)
    for page in pages:
        for region in page.regions:
            if region.kind in {"page-header", "page-footer"}:
                _claim(claims, _text(region).replace(" ", ""), 2)
    for uri, _ in pages[0].links:
        _claim(claims, uri, 4 if "crossmark" in uri else 1)
    for region in _before_references(pages[0]):
        edge = region.box.y1 < 0.15 * pages[0].height or region.box.y0 > 0.88 * pages[0].height
        text = _text(region)
        _claim(claims, text, 0 if _SHARED.search(text) else 3 if edge else 2)
    for doi in claims:
        claims[doi] -= 3 if doi.startswith(_DATA_PREFIXES) else 0
    return max(claims, key=lambda doi: (claims[doi], -len(doi)), default=None)


def _claim(claims: Counter[str], text: str, weight: int) -> None:
    for found in _DOI.finditer(text):
        doi = clean_doi(
            re.split(
                r"(?<=\d)(?:January|February|March|April|May|June|July|August|September|October|November|December)",
                found.group(),
            )[0]
        )
        if doi:
            claims[doi] += weight


def _before_references(page: Page) -> Iterator[Region]:
    for region in page.regions:
        if region.kind == "section-header" and role_of(_text(region)) is SectionRole.REFERENCES:
            return
        yield region


def _authors(layout: Layout, page: Page, title: Region | None) -> tuple[str, ...]:
    """The names in the first text below the title; else those of the metadata."""
    below = [
        r
        for r in page.regions
        if title and r.lines and r.kind in {"text", "section-header"} and r.box.y0 >= title.box.y1 - 2
    ]
    printed = _names(_marked_text(min(below, key=lambda r: r.box.y0))) if below else ()
    if len(printed) > 1 or (printed and not layout["metadata"].get("author")):
        return printed
    declared = layout["metadata"].get("author", "")
    return _names(declared) or printed


def _names(text: str) -> tuple[str, ...]:
    parts = re.split(r"[,;·•\d*†‡§¶∗✉]+|\band\b|\bID\b|&", text)
    names = (clean(part).strip(" .,") for part in parts)
    return tuple(name for name in names if re.fullmatch(r"(?:[^\W\d_][\w.'’‑-]*\s?){2,6}", name) and len(name) < 50)


def _journal(layout: Layout, pages: Sequence[Page], authors: Sequence[str], title: str) -> str | None:
    """What the metadata or the page margins say before volume, year or DOI. Authors and title run in margins too."""
    subject = clean(layout["metadata"].get("subject", ""))
    found = re.match(r"([^\W\d_][\w&.: -]{2,60}?),? *(?:https?://|doi:|\d{4}[,;])", subject)
    if found:
        return found.group(1).strip(" ,:")
    surnames = {author.split()[-1].lower() for author in authors}
    counts: Counter[str] = Counter()
    for page in pages:
        margins = [r for r in page.regions if r.kind in {"page-header", "page-footer"}]
        found_here = (_margin_name(text_of(line.spans)) for region in margins for line in region.lines)
        names = dict.fromkeys(name for name in found_here if name)
        counts.update(
            {
                name: 3 if page.number == 1 else 1
                for name in names
                if not surnames & set(name.lower().split()) and _letters(name) not in _letters(title)
            }
        )
    best = max(counts, key=lambda name: (counts[name], len(name)), default="")
    return best if counts[best] >= 3 else None


def _margin_name(text: str) -> str | None:
    proceedings = _PROCEEDINGS.search(clean(text))
    if proceedings:
        return proceedings.group().rstrip("0123456789 ")
    name = re.split(r"[|(\d]|https?:|doi|Volume|Vol\.|, ", clean(text))[0].strip(" ,.–-")
    is_name = re.fullmatch(r"[A-Z][\w&.:’' -]{3,60}", name) and not re.search(
        r"et al|www|^page$|publish|open access|:$", name, re.IGNORECASE
    )
    return name if is_name else None


def _year(layout: Layout, pages: Sequence[Page]) -> int | None:
    texts = [_text(region) for page in (pages[0], pages[-1]) for region in page.regions]
    margins = [_text(region) for region in pages[0].regions if region.kind in {"page-header", "page-footer"}]
    dated = [int(y) for text in texts if (y := next(iter(_DATED.findall(text)), None))]
    printed = [int(y) for text in margins for y in _YEAR.findall(text)]
    created = _YEAR.findall(layout["metadata"].get("creationDate", "")[2:6])
    return next(iter(printed), None) or max(dated, default=None) or (int(created[0]) if created else None)


def _licence(pages: Sequence[Page]) -> str | None:
    wanted = [pages[0], *pages[-3:]]
    for page in wanted:
        for region in page.regions:
            found = _LICENCE.search(_text(region))
            if found:
                return found.group().strip(" .,")
    links = (uri for page in wanted for uri, _ in page.links if "creativecommons.org/licenses" in uri)
    return next(links, None)
