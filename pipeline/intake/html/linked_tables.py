"""Putting the tables of pages beside an article where the article has only their captions."""

import re
from collections.abc import Sequence

from lxml import etree

from pipeline.intake.html.floats import LABEL, float_of
from pipeline.intake.html.inline import inline
from pipeline.intake.html.page import is_outside, tree
from pipeline.intake.merge.floats import key_of
from pipeline.intake.translate import element
from pipeline.intake.xml import text_in
from schemas.errors import UnreadableError

_SLUG = re.compile(r"/articles?/([\w./()-]+?)(?=/tables?\b|/figures?\b|[?#]|\.pdf|$)")
_NOTES = "//*[contains(@class, 'table-footer') or contains(@class, 'table-foot') or contains(@class, 'tw-foot')]"


def fill(body: etree._Element, pages: Sequence[bytes], slugs: set[str]) -> tuple[str, ...]:
    """Put the tables of pages that belong to the article into its body. Returns a warning for each that is missing."""
    for page in pages:
        made = _table(page, slugs)
        if made is not None:
            _put(body, made)
    missing = [wrap for wrap in body.iter("table-wrap") if wrap.find(".//table") is None]
    labels = [" ".join(wrap.findtext("label", "").split()) for wrap in missing]
    return tuple(f"{label} is on a page of its own that was not saved beside the article" for label in labels if label)


def slugs_of(root: etree._Element) -> set[str]:
    """What the addresses of a page call its article: `s41598-022-21366-2`, or a DOI."""
    links = [link.get("href") or "" for link in root.iter("link") if link.get("rel") == "canonical"]
    named = [meta.get("content") or "" for meta in root.iter("meta") if _names_address(meta)]
    found = (_SLUG.search(address) for address in (*links, *named))
    return {match.group(1).rstrip("/").lower() for match in found if match}


def _names_address(meta: etree._Element) -> bool:
    name = (meta.get("name") or meta.get("property") or "").lower()
    return name in {"og:url", "prism.url", "citation_fulltext_html_url", "citation_abstract_html_url"}


def _table(page: bytes, slugs: set[str]) -> etree._Element | None:
    """The table of a page; None where it has none, or where the page belongs to another article."""
    try:
        root = tree(page)
    except (UnreadableError, etree.ParserError):
        return None
    own = slugs_of(root) | _linked(root)
    if slugs and own and not slugs & own:
        return None
    grids = [grid for grid in root.iter("table") if len(list(grid.iter("tr"))) > 1 and not _is_around(grid)]
    title = _title(root)
    if not grids or title is None:
        return None
    made = element("table-wrap")
    made.append(element("label", " ".join(title.group(1).split())))
    etree.SubElement(made, "caption").append(element("p", " ".join(title.group(2).split())))
    for grid in grids:
        found = float_of(grid)
        made.extend([] if found is None else found.findall("table"))
    notes = root.xpath(_NOTES)
    if isinstance(notes, list) and notes:
        foot = etree.SubElement(made, "table-wrap-foot")
        foot.extend([inline(part, "p") for part in _leaves(notes)])
    return made


def _leaves(notes: Sequence[object]) -> list[etree._Element]:
    found: list[etree._Element] = []
    for note in notes:
        if isinstance(note, etree._Element):
            found.extend(list(note.iter("li", "p")) or [note])
    return [part for part in found if not part.iterdescendants("li", "p") or part.find(".//p") is None]


def _linked(root: etree._Element) -> set[str]:
    """The articles that the links of a table page lead back to, its `From:` line before all."""
    found = (_SLUG.search(link.get("href") or "") for link in root.iter("a"))
    return {match.group(1).rstrip("/").lower() for match in found if match}


def _is_around(grid: etree._Element) -> bool:
    return any(is_outside(parent) for parent in grid.iterancestors(etree.Element))


def _title(root: etree._Element) -> re.Match[str] | None:
    """The heading of the page that is a table's label and caption; the title of the window names the journal too."""
    for tag in ("h1", "figcaption", "caption", "h2", "h3", "b", "title"):
        for heading in root.iter(tag):
            text = " ".join(text_in(heading).split())
            match = LABEL.match(text.rsplit(" | ", 1)[0] if tag == "title" else text)
            if match is not None and "table" in match.group(1).lower():
                return match
    return None


def _put(body: etree._Element, made: etree._Element) -> None:
    """In the place of the caption that stands for it, else at the end."""
    key = key_of(made.findtext("label", ""))
    for wrap in body.iter("table-wrap"):
        if key_of(wrap.findtext("label", "")) == key:
            if wrap.find(".//table") is None:
                wrap.extend([part for part in made if part.tag in {"table", "table-wrap-foot"}])
            return
    body.append(made)
