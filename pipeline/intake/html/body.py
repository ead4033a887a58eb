"""The body of a page as the body of JATS: headings make sections, blocks stand in them, boxes are tables or figures."""

import re

from lxml import etree

from pipeline.intake.html.floats import float_of, is_float
from pipeline.intake.html.inline import inline
from pipeline.intake.html.page import is_control, is_formula, is_outside
from pipeline.intake.roles import role_of
from pipeline.intake.translate import element
from pipeline.intake.xml import text_in
from schemas.paper import SectionRole

_HEADING = re.compile(r"h[2-6]$")
_BLOCKS = {"p", "li", "dd", "dt", "pre", "blockquote"}
_STATEMENTS = (SectionRole.DATA_AVAILABILITY, SectionRole.CODE_AVAILABILITY)
_AROUND = re.compile(
    r"(?:comments?|reader comments.*|about this article|(?:cite|share) this article|this article is cited by"
    r"|similar (?:content|articles).*|cited by other articles|quick links|explore content|download citation"
    r"|related articles|associated content|links to ncbi databases|on this page)\s*:?",
    re.IGNORECASE,
)
_DEEPEST = 200


class Body:
    """Builds nested sections from headings and blocks in the order of the page."""

    def __init__(self) -> None:
        self.root = element("body")
        self.titles: list[str] = []
        self._stack: list[tuple[int, etree._Element]] = [(1, self.root)]
        self._skipped: int | None = None

    def walk(self, node: etree._Element, depth: int = 0) -> None:
        """Take in an element and what is below it."""
        if is_outside(node) or depth > _DEEPEST:
            return
        if _HEADING.match(node.tag):
            self._open(int(node.tag[1]), " ".join(text_in(inline(node, "title")).split()))
        elif self._skipped is not None:
            self._walk_children(node, depth)
        elif is_float(node):
            self._float(node, depth)
        elif node.tag in _BLOCKS and not _holds_blocks(node):
            self._add(node)
        elif is_formula(node):
            self._stack[-1][1].append(element("disp-formula", " ".join(text_in(node).split())))
        else:
            self._loose(node)
            self._walk_children(node, depth)

    def _walk_children(self, node: etree._Element, depth: int) -> None:
        for child in node:
            self.walk(child, depth + 1)

    def _open(self, level: int, title: str) -> None:
        """Begin a section, or pass over one that belongs to the page and not to the article."""
        if self._skipped is not None and level > self._skipped:
            return
        self._skipped = level if _AROUND.fullmatch(title) else None
        if not title or self._skipped is not None:
            return
        while len(self._stack) > 1 and self._stack[-1][0] >= level:
            self._stack.pop()
        section = etree.SubElement(self._stack[-1][1], "sec")
        section.append(element("title", title))
        self.titles.append(title)
        self._stack.append((level, section))

    def _add(self, node: etree._Element) -> None:
        made = inline(node, "p")
        text = " ".join(text_in(made).split())
        if not text or is_control(text):
            return
        title = _run_in(node)
        if role_of(title) in _STATEMENTS:
            section = etree.SubElement(self.root, "sec")
            section.append(element("title", title))
            section.append(made)
        else:
            self._stack[-1][1].append(made)

    def _loose(self, node: etree._Element) -> None:
        """Text that stands in a `div` beside no block: some pages have no paragraphs."""
        if node.tag == "div" and (node.text or "").strip() and not _holds_blocks(node):
            self._add(node)
            for child in list(node):
                node.remove(child)

    def _float(self, node: etree._Element, depth: int) -> None:
        made = float_of(node)
        if made is not None:
            self._stack[-1][1].append(made)
        elif node.tag != "table":
            self._walk_children(node, depth)


def _holds_blocks(node: etree._Element) -> bool:
    return any(child.tag in _BLOCKS or is_float(child) for child in node.iterdescendants(etree.Element))


def _run_in(node: etree._Element) -> str:
    """The bold words with a colon at the beginning of a paragraph: `Data Availability:`."""
    first = next(iter(node), None)
    if first is None or first.tag not in {"b", "strong"} or (node.text or "").strip():
        return ""
    words = " ".join(text_in(first).split())
    return words.rstrip(": ") if words.endswith(":") and len(words) < 60 else ""
