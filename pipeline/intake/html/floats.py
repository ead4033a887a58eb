"""Tables and figures of a page: label, caption, grid and notes, in whatever boxes the publisher puts them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from pipeline.intake.html.inline import inline
from pipeline.intake.html.page import is_control, is_outside
from pipeline.intake.translate import element
from pipeline.intake.xml import text_in

_CLASSES = {
    "figure", "fig", "table-wrap", "tw", "c-article-table", "asset-viewer-inline", "html-table-wrap", "html-fig-wrap",
    "nlm_table-wrap", "c-article-supplementary__item", "table-wrapper", "article-table", "article-fig", "fig-expansion",
}  # fmt: skip
LABEL = re.compile(
    r"\s*((?:Extended Data |Supplementary |Appendix )?(?:Table|Fig(?:ure)?|Scheme|Chart)\.?\s*"
    r"(?:[A-Z]{0,2}\d+|[IVX]+\b)[a-z]?)(?![\w-])\s*[.:|—–-]?\s*(.*)",
    re.DOTALL,
)
_NOTES = re.compile(r"foot|note|legend|\bfn\b", re.IGNORECASE)


@dataclass
class Float:
    """What stands in the box of a table or a figure."""

    above: list[etree._Element] = field(default_factory=list)
    tables: list[etree._Element] = field(default_factory=list)
    below: list[etree._Element] = field(default_factory=list)


def is_float(node: etree._Element) -> bool:
    """True for the box of a table or a figure, and for a table without a box."""
    classes = (node.get("class") or "").lower().split()
    return node.tag in {"figure", "table"} or bool(_CLASSES & set(classes))


def float_of(node: etree._Element) -> etree._Element | None:
    """The `table-wrap` or `fig` of a box; None for one without label, caption and table."""
    found = Float()
    for kind, part in _parts(node):
        is_below = kind == "note" or bool(found.tables)
        (found.tables if kind == "table" else found.below if is_below else found.above).append(part)
    label, caption, notes = _words(found)
    if not found.tables and not label and (node.tag != "figure" or not caption):
        return None
    is_table = bool(found.tables) or "table" in label.lower()
    made = element("table-wrap" if is_table else "fig")
    made.append(element("label", label))
    etree.SubElement(made, "caption").extend(caption)
    made.extend([inline(table, "table") for table in found.tables])
    if notes and is_table:
        foot = etree.SubElement(made, "table-wrap-foot")
        foot.extend(notes)
    return made


def _parts(node: etree._Element) -> Iterator[tuple[str, etree._Element]]:
    """The tables and the smallest boxes of text in their order."""
    if node.tag == "table":
        caption = node.find("caption")
        if caption is not None:
            yield "text", inline(caption, "p")
            node.remove(caption)
        yield "table", node
        return
    if _NOTES.search(node.get("class") or "") and node.find(".//table") is None and node.tag != "figcaption":
        yield from (("note", part) for part in _texts(node))
        return
    for child in node:
        if is_outside(child):
            continue
        if child.tag == "table" or child.find(".//table") is not None or _NOTES.search(child.get("class") or ""):
            yield from _parts(child)
        else:
            yield from (("text", part) for part in _texts(child))


def _texts(node: etree._Element) -> Iterator[etree._Element]:
    """Blocks of text as paragraphs, controls left out."""
    blocks = [child for child in node if child.tag in {"p", "div", "h3", "h4", "h5", "h6", "ul", "ol", "li", "section"}]
    own = (node.text or "").strip() + "".join((child.tail or "").strip() for child in node)
    if blocks and not own:
        for child in node:
            if not is_outside(child):
                yield from _texts(child)
        return
    made = inline(node, "p")
    text = " ".join(text_in(made).split())
    if text and not is_control(text):
        yield made


def _words(found: Float) -> tuple[str, list[etree._Element], list[etree._Element]]:
    """Label, caption and notes. The label is cut off the first text that begins with one, above the table or below."""
    for place in (found.above, found.below):
        for index, part in enumerate(place):
            match = LABEL.match(text_in(part))
            if match is not None:
                label = " ".join(match.group(1).split())
                _cut(part, match.start(2))
                caption = [p for p in (place[index:] if place is found.above else [part]) if text_in(p).strip()]
                notes = [p for p in found.below if p is not part]
                return label, caption, notes
    return "", found.above, found.below


def _cut(part: etree._Element, count: int) -> None:
    """Take characters off the beginning of an element, however deep they stand."""
    for node, where in _strings(part):
        text = getattr(node, where) or ""
        setattr(node, where, text[count:])
        count -= min(count, len(text))
        if not count:
            return


def _strings(node: etree._Element) -> Iterator[tuple[etree._Element, str]]:
    """Where the text of an element stands, in reading order."""
    yield node, "text"
    for child in node:
        yield from _strings(child)
        yield child, "tail"
