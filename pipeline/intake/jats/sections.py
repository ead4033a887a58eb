"""Sections of a JATS article with their roles: abstract, body, back matter, references."""

from collections.abc import Iterator

from lxml import etree

from pipeline.intake.draft import DraftSection, Passage
from pipeline.intake.jats.inline import passage, plain, text_of
from pipeline.intake.jats.statements import statements
from pipeline.intake.roles import role_of
from pipeline.intake.xml import name, select
from schemas.paper import SectionRole

_CONTAINERS = {"disp-quote", "boxed-text", "statement", "speech", "verse-group", "disp-formula-group", "list-item"}
_BLOCKS = {"p", "disp-formula", "preformat", "code"}
_TITLES = {
    "ack": "Acknowledgements",
    "app": "Appendix",
    "notes": "Notes",
    "fn-group": "Footnotes",
    "glossary": "Glossary",
}


def sections(root: etree._Element) -> tuple[DraftSection, ...]:
    """All sections in reading order, each with its own blocks only; empty parents stay out."""
    found = [*_abstracts(root), *_body(root), *_back(root), *statements(root), *_references(root)]
    for part in root.findall("sub-article") + root.findall("response"):
        found.extend(_part(part))
    return tuple(section for section in found if section.passages)


def _abstracts(root: etree._Element) -> Iterator[DraftSection]:
    for abstract in root.findall("front/article-meta/abstract"):
        title = text_of(abstract.find("title")) or "Abstract"
        yield from _section(abstract, (title,), SectionRole.ABSTRACT, 1)


def _body(root: etree._Element) -> Iterator[DraftSection]:
    body = root.find("body")
    if body is None:
        return
    yield DraftSection((), SectionRole.INTRODUCTION, 1, list(_passages(body)))
    for child in body.findall("sec"):
        yield from _titled(child, (), None)


def _back(root: etree._Element) -> Iterator[DraftSection]:
    for child in select(root, "back/*[not(self::ref-list)] | back/app-group/app"):
        tag = name(child)
        if tag in {"app-group", "ref-list"}:
            continue
        yield from _titled(child, (), None, _TITLES.get(tag, ""))


def _titled(
    element: etree._Element, above: tuple[str, ...], parent: SectionRole | None, default: str = ""
) -> Iterator[DraftSection]:
    title = text_of(element.find("title")) or default
    label = plain(element.find("label"))
    named = f"{label} {title}".strip() if label and not title.startswith(label) else title
    role = role_of(title, parent, element.get("sec-type") or element.get("notes-type"))
    yield from _section(element, (*above, named), role, len(above) + 1)


def _section(element: etree._Element, titles: tuple[str, ...], role: SectionRole, level: int) -> Iterator[DraftSection]:
    yield DraftSection(titles, role, level, list(_passages(element)))
    for child in element:
        if name(child) in {"sec", "notes", "fn-group"}:
            yield from _titled(child, titles, role, _TITLES.get(name(child), ""))


def _passages(element: etree._Element) -> Iterator[Passage]:
    """The blocks of an element without its subsections."""
    for child in element:
        tag = name(child)
        if tag in _BLOCKS:
            yield from _block(child)
        elif tag == "list" or tag == "def-list":
            yield from _items(child)
        elif tag in _CONTAINERS or (tag == "fn" and name(element) == "fn-group"):
            yield from _passages(child)
        elif tag == "supplementary-material":
            yield from _supplement(child)


def _block(element: etree._Element) -> Iterator[Passage]:
    own = passage(element)
    if own.text:
        yield own
    for child in element:
        if name(child) in {"list", "def-list"}:
            yield from _items(child)
        elif name(child) == "boxed-text":
            yield from _passages(child)


def _items(element: etree._Element) -> Iterator[Passage]:
    for item in element:
        if name(item) == "list-item":
            yield from _passages(item)
        elif name(item) == "def-item":
            yield passage(item)


def _supplement(element: etree._Element) -> Iterator[Passage]:
    text = " ".join(filter(None, (plain(element.find("label")), plain(element.find("caption")))))
    if text:
        yield Passage(text=text)


def _references(root: etree._Element) -> Iterator[DraftSection]:
    items = [passage for ref in root.iterfind("back//ref") if (passage := _reference(ref)).text]
    yield DraftSection(("References",), SectionRole.REFERENCES, 1, items)


def _reference(ref: etree._Element) -> Passage:
    return Passage(text=plain(ref), anchors=passage(ref).anchors)


def _part(part: etree._Element) -> Iterator[DraftSection]:
    """Reviews, replies and translations printed with the article: none of it is the paper's own text."""
    title = text_of(part.find("front-stub/title-group/article-title")) or part.get("article-type", "Part")
    body = part.find("body")
    if body is not None:
        for section in _section(body, (title,), SectionRole.OTHER, 1):
            section.role = SectionRole.OTHER
            yield section
