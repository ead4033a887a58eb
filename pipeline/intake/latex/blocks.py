"""The body of a LaTeX document as the body of JATS: sections, paragraphs, lists, formulas, floats."""

import re
from collections.abc import Sequence

from lxml import etree

from pipeline.intake.latex import syntax
from pipeline.intake.latex.floats import floats_of
from pipeline.intake.latex.inline import Inline
from pipeline.intake.latex.references import References
from pipeline.intake.latex.scripts import append
from pipeline.intake.latex.syntax import Node, called, kind, last_argument, nodes_of, source_of
from pipeline.intake.translate import element
from pipeline.intake.xml import text_in
from schemas.paper import Suspicion

_BREAK = re.compile(r"\n\s*\n")
_PREFIX = re.compile(r"([A-Z]+\.?)\s*\\arabic|\\(?:Alph|thesection)")
_STATEMENTS = {
    "dataavailability": "Data availability", "funding": "Funding", "authorcontributions": "Author contributions",
    "acknowledgments": "Acknowledgements", "conflictsofinterest": "Conflicts of interest",
    "supplementary": "Supplementary material", "institutionalreview": "Institutional review",
    "informedconsent": "Informed consent",
}  # fmt: skip
_TITLED = {
    "acks": "Acknowledgements", "acknowledgments": "Acknowledgements", "acknowledgements": "Acknowledgements",
    "ack": "Acknowledgements", "acknowledgement": "Acknowledgements",
}  # fmt: skip
_LISTS = {"itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum"}
_DROPPED = {"IEEEkeywords", "keyword", "keywords", "thebibliography", "icmlauthorlist"}
_FLOATS = syntax.TABLES | syntax.FIGURES | set(syntax.GRIDS)


class Body:
    """Builds the body while the nodes pass by."""

    def __init__(self, references: References) -> None:
        self.root = element("body")
        self.abstract: etree._Element | None = None
        self.suspicions: list[Suspicion] = []
        self._references = references
        self._stack: list[tuple[int, etree._Element]] = [(0, self.root)]
        self._inline = Inline(references)
        self._paragraph: etree._Element | None = None

    def take(self, nodes: Sequence[Node]) -> None:
        """Take in nodes in their order."""
        for node in nodes:
            if node is not None:
                self._take(node)

    def close(self) -> None:
        """End the last paragraph, and report what was hidden."""
        self._end_paragraph()
        self.suspicions.extend(self._inline.suspicions)

    def _take(self, node: Node) -> None:
        what = kind(node)
        if what == "chars":
            self._characters(node.chars)
        elif what == "environment":
            self._environment(node)
        elif what == "macro":
            self._macro(node)
        elif what == "group" and _has_blocks(node):
            self.take(node.nodelist)
        elif what != "comment":
            self._inline.add(self._open_paragraph(), [node])

    def _characters(self, text: str) -> None:
        first, *others = _BREAK.split(text)
        if first.strip() or self._paragraph is not None:
            append(self._open_paragraph(), first)
        for other in others:
            self._end_paragraph()
            if other.strip():
                append(self._open_paragraph(), other)

    def _open_paragraph(self) -> etree._Element:
        if self._paragraph is None:
            self._paragraph = element("p")
        return self._paragraph

    def _end_paragraph(self) -> None:
        """Put the paragraph in its place, and its footnotes after it."""
        if self._paragraph is not None and (len(self._paragraph) or (self._paragraph.text or "").strip()):
            self._stack[-1][1].append(self._paragraph)
        self._paragraph = None
        footnotes, self._inline.footnotes = self._inline.footnotes, []
        for nodes in footnotes:
            note = etree.SubElement(self._stack[-1][1], "p")
            self._inline.add(note, nodes)

    def _macro(self, node: Node) -> None:
        name = called(node)
        if name in syntax.SECTIONS:
            self._section(node)
        elif name == "appendix":
            self._appendix()
        elif name == "par":
            self._end_paragraph()
        elif name in _STATEMENTS:
            self._open(2, _STATEMENTS[name])
            self.take(last_argument(node))
        elif name == "abstract":
            self._take_abstract(last_argument(node))
        elif name == "maketitle":
            self._drop_front()
        elif name in {"thetable", "thefigure"}:
            self._prefix(name.removeprefix("the"), source_of(last_argument(node)))
        elif name == "setcounter":
            self._set_counter(node)
        elif name == "captionof" or _has_blocks(node):
            self._blocks_in(node)
        elif name not in syntax.SILENT and name not in syntax.SWITCHES:
            self._inline.add(self._open_paragraph(), [node])

    def _drop_front(self) -> None:
        """Loose text above the title or the abstract is front matter."""
        self._end_paragraph()
        if self.root.find("sec") is None:
            for loose in self.root.findall("p"):
                self.root.remove(loose)

    def _blocks_in(self, node: Node) -> None:
        """A box around blocks, such as `\\resizebox{\\textwidth}{!}{...}`."""
        if any(syntax.is_grid(child) for nodes in syntax.below(node) for child in nodes):
            self._float(node)
        else:
            self.take(last_argument(node))

    def _section(self, node: Node) -> None:
        level = syntax.SECTIONS[called(node)]
        given = syntax.arguments(node)
        is_starred = bool(given) and given[0] is not None and source_of([given[0]]) == "*"
        if not is_starred and called(node) in {"section", "subsection", "subsubsection", "chapter"}:
            self._references.step(called(node))
        self._open(level, self._inline.text(last_argument(node)))

    def _open(self, level: int, title: str) -> None:
        """Begin a section; paragraphs and floats that follow belong to it."""
        self._end_paragraph()
        while self._stack[-1][0] >= level:
            self._stack.pop()
        section = etree.SubElement(self._stack[-1][1], "sec")
        section.append(element("title", title))
        self._stack.append((level, section))

    def _appendix(self) -> None:
        self._open(1, "Appendix")
        self._references.is_appendix = True
        self._references.restart("section", count=0)

    def _prefix(self, counter: str, form: str) -> None:
        found = _PREFIX.search(form)
        self._references.restart(counter, prefix=(found.group(1) or "A") if found else "")

    def _set_counter(self, node: Node) -> None:
        given = [source_of(nodes_of(argument)).strip() for argument in syntax.arguments(node)]
        if len(given) == 2 and given[0] in {"table", "figure", "section", "equation"} and given[1].isdigit():
            self._references.restart(given[0], count=int(given[1]))

    def _environment(self, node: Node) -> None:
        name = called(node)
        bare = name.rstrip("*")
        if name in _FLOATS:
            self._float(node)
        elif bare in syntax.DISPLAYS:
            self._display(node)
        elif bare == "abstract":
            self._take_abstract(node.nodelist)
        elif bare in _LISTS:
            self._list(node)
        elif name in _TITLED:
            self._open(2, _TITLED[name])
            self.take(node.nodelist)
        elif name in {"appendix", "appendices"}:
            self._appendix()
            self.take(node.nodelist)
        elif name not in _DROPPED:
            self._end_paragraph()
            self.take(node.nodelist)
            self._end_paragraph()

    def _display(self, node: Node) -> None:
        """A formula stands in the sentence around it."""
        if not called(node).endswith("*") and called(node) != "math":
            self._references.step("equation")
        self._inline.display(self._open_paragraph(), node.nodelist)

    def _float(self, node: Node) -> None:
        """Floats stand beside the paragraph that they interrupt."""
        for made in floats_of(node, self._references):
            self._stack[-1][1].append(made)

    def _list(self, node: Node) -> None:
        self._end_paragraph()
        items = element("list")
        self._stack[-1][1].append(items)
        for child in node.nodelist:
            if called(child) == "item":
                self._end_paragraph()
                if len(self._stack) > 1 and self._stack[-1][1].getparent() is items:
                    self._stack.pop()
                self._stack.append((99, etree.SubElement(items, "list-item")))
                self.take(nodes_of(syntax.arguments(child)[0]) if syntax.arguments(child) else ())
                append(self._open_paragraph(), " ")
            elif child is not None and len(items):
                self._take(child)
        self._end_paragraph()
        if self._stack[-1][1].getparent() is items:
            self._stack.pop()

    def _take_abstract(self, nodes: Sequence[Node]) -> None:
        """The abstract stands before the body, in paragraphs of its own."""
        self._drop_front()
        own = Body(self._references)
        own.take(nodes)
        own.close()
        self.suspicions.extend(own.suspicions)
        if self.abstract is None and text_in(own.root).strip():
            self.abstract = own.root


def _has_blocks(node: Node) -> bool:
    """True where a group or command holds paragraphs, floats, lists or sections."""
    for nodes in syntax.below(node):
        for child in nodes:
            if child is None:
                continue
            name = called(child)
            if kind(child) == "environment" and (name in _FLOATS or name.rstrip("*") in _LISTS):
                return True
            if name in syntax.SECTIONS or (kind(child) == "chars" and _BREAK.search(child.chars)):
                return True
            if kind(child) in {"group", "macro"} and called(child) not in {"footnote"} and _has_blocks(child):
                return True
    return False
