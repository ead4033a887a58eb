"""Running text of LaTeX as mixed content under the names of JATS: styles, marks, links, formulas on the line."""

import re
from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Any

from lxml import etree

from pipeline.intake.latex import syntax
from pipeline.intake.latex.references import References
from pipeline.intake.latex.scripts import UNITS, add_script, append, legal
from pipeline.intake.latex.syntax import Node, called, kind, last_argument, nodes_of, source_of
from pipeline.intake.translate import element, link
from pipeline.intake.xml import text_in
from schemas.paper import Suspicion

_DINGS = {"51": "✓", "52": "✓", "55": "✗", "56": "✗", "72": "★", "73": "☆"}
_SYMBOLS = {
    "ddagger": "‡", "S": "§", "P": "¶", "checkmark": "✓", "cmark": "✓", "xmark": "✗", "degree": "°", "percent": "%",
    "textbar": "|", "textless": "<", "textgreater": ">", "copyright": "©", "triangle": "△", "arg": "arg", "slash": "/",
}  # fmt: skip
"""What pylatexenc does not know."""
_WHITE = re.compile(r"\s*(?:white|#?f{6}|1\s*,\s*1\s*,\s*1)\s*$", re.IGNORECASE)
_ESCAPES = re.compile(r"\\([%#&_{}~^$])|\\(?:textasciitilde|string)\s*(?:\{\})?|\{\}")


def address(nodes: Sequence[Node]) -> str:
    """A URL as it is meant: LaTeX escapes undone."""
    written = source_of(nodes).strip()
    return _ESCAPES.sub(lambda found: found.group(1) or ("~" if "tilde" in found.group() else ""), written)


@cache
def _converter() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="text", strict_latex_spaces="macros")


def symbol(node: Node) -> str:
    """The characters that a command or a ligature prints: `\\alpha`, `\\'e`, `--`. Empty where nobody knows."""
    if called(node) in _SYMBOLS:
        return _SYMBOLS[called(node)]
    try:
        return str(_converter().nodelist_to_text([node]))
    except (AttributeError, LookupError, TypeError, ValueError):  # its rules take for granted that arguments are there
        return ""


class Inline:
    """Adds nodes to elements. In a table cell, raised characters become marks and spreads keep their sign.

    Footnotes and text in white are collected: the caller puts the first where they belong and reports the second.
    """

    def __init__(self, references: References, in_cell: bool = False) -> None:
        self.references = references
        self.in_cell = in_cell
        self.footnotes: list[Sequence[Node]] = []
        self.suspicions: list[Suspicion] = []

    def add(self, target: etree._Element, nodes: Sequence[Node], math: bool = False) -> None:
        """Add the content of nodes to an element."""
        rest = deque(node for node in nodes if node is not None)
        while rest:
            node = rest.popleft()
            name = called(node)
            if kind(node) == "macro" and name in syntax.SWITCHES:
                target = etree.SubElement(target, syntax.SWITCHES[name])
            elif kind(node) == "macro" and name == "color":
                if self._is_white(node):
                    self._hide(source_of(rest))
                    return
            elif kind(node) == "chars" and math:
                self._math_characters(target, node.chars, rest)
            else:
                self._node(target, node, math)

    def text(self, nodes: Sequence[Node]) -> str:
        """The text of nodes without its markup."""
        made = element("p")
        self.add(made, nodes)
        return " ".join(text_in(made).split())

    def _node(self, target: etree._Element, node: Node, math: bool) -> None:
        what = kind(node)
        if what == "chars":
            append(target, node.chars)
        elif what == "group":
            self.add(target, node.nodelist, math)
        elif what == "math":
            self._formula(target, node)
        elif what == "environment":
            self._environment(target, node, math)
        elif what == "macro":
            self._macro(target, node, math)
        elif what == "specials":
            append(target, " " if node.specials_chars in {"~", "&"} else symbol(node))

    def _formula(self, target: etree._Element, node: Node) -> None:
        if node.displaytype == "display" and not self.in_cell:
            self.display(target, node.nodelist)
        else:
            self.add(target, node.nodelist, math=True)

    def display(self, target: etree._Element, nodes: Sequence[Node]) -> None:
        """A formula of its own line: kept as TeX."""
        for node in nodes:
            if kind(node) == "macro" and called(node) == "label":
                self.references.label(source_of(last_argument(node)))
        source = re.sub(r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag)\b", "", source_of(nodes))
        etree.SubElement(target, "disp-formula").text = legal(" ".join(source.split()))

    def _environment(self, target: etree._Element, node: Node, math: bool) -> None:
        if called(node) in syntax.GRIDS:
            self._nested_grid(target, node, math)
        elif called(node).rstrip("*") in syntax.DISPLAYS and not self.in_cell:
            self.display(target, node.nodelist)
        elif called(node) not in syntax.FIGURES | {"comment", "tikzpicture", "algorithmic"}:
            self.add(target, node.nodelist, math)

    def _nested_grid(self, target: etree._Element, node: Node, math: bool) -> None:
        """A table inside of a cell breaks its lines: they are read one after the other."""
        for part in node.nodelist:
            is_break = kind(part) == "macro" and called(part) in {"\\", "cr", "tabularnewline"}
            if is_break or (kind(part) == "specials" and part.specials_chars == "&"):
                append(target, " ")
            elif called(part) not in syntax.RULES:
                self.add(target, [part], math)

    def _macro(self, target: etree._Element, node: Node, math: bool) -> None:
        name = called(node)
        for names, handle in _HANDLERS:
            if name in names:
                handle(self, target, node, math)
                return
        if name in syntax.SILENT or name in syntax.SECTIONS:
            return
        text = symbol(node)
        append(target, f" {text} " if math and text in {"±", "×"} else text)

    def _styled(self, target: etree._Element, node: Node, math: bool) -> None:
        tag = "bold" if called(node) in syntax.BOLD else "italic"
        self.add(etree.SubElement(target, tag), last_argument(node), math)

    def _plain(self, target: etree._Element, node: Node, math: bool) -> None:
        is_text = called(node) in {"text", "textrm", "mbox", "hbox"}
        for part in last_argument(node):
            is_break = kind(part) == "macro" and called(part) == "\\"
            append(target, " ") if is_break else self.add(target, [part], math and not is_text)

    def _coloured(self, target: etree._Element, node: Node, math: bool) -> None:
        if self._is_white(node):
            self._hide(source_of(last_argument(node)))
        else:
            self.add(target, last_argument(node), math)

    def _is_white(self, node: Node) -> bool:
        return any(_WHITE.match(source_of(nodes_of(argument))) for argument in syntax.arguments(node)[:2])

    def _hide(self, text: str) -> None:
        """White text on the paper; in a table it may stand on a filled cell, and is short."""
        if len(text.split()) >= 4:
            self.suspicions.append(Suspicion(kind="white_text", text=" ".join(text.split())[:300]))

    def _raised(self, target: etree._Element, node: Node, math: bool) -> None:
        self.add(etree.SubElement(target, "sup"), last_argument(node), math)

    def _fraction(self, target: etree._Element, node: Node, math: bool) -> None:
        parts = [self._math_text(nodes_of(part)) for part in syntax.arguments(node)[-2:]]
        append(target, "/".join(part if len(part) == 1 or part.isalnum() else f"({part})" for part in parts))

    def _math_text(self, nodes: Sequence[Node]) -> str:
        made = element("p")
        self.add(made, nodes, math=True)
        return " ".join(text_in(made).split())

    def _quantity(self, target: etree._Element, node: Node, math: bool) -> None:
        """`\\num{1.2(1)e-3}`, `\\SI{1.2 +- 0.1}{\\metre}`: the number as written, then its unit."""
        parts = [nodes_of(argument) for argument in syntax.arguments(node)[-2:] if argument is not None]
        if not parts:
            return
        number = re.sub(r"\+-|\\pm\b", " ± ", source_of(parts[0]))
        unit = "".join(UNITS.get(called(part), "") for part in parts[1]) if len(parts) > 1 else ""
        append(target, f"{number} {unit}".strip())

    def _ding(self, target: etree._Element, node: Node, math: bool) -> None:
        append(target, _DINGS.get(source_of(last_argument(node)).strip(), ""))

    def _verbatim(self, target: etree._Element, node: Node, math: bool) -> None:
        append(target, source_of(nodes_of(next(iter(syntax.arguments(node)), None))))

    def _named_citation(self, target: etree._Element, node: Node, math: bool) -> None:
        keys = [key.strip() for key in source_of(last_argument(node)).split(",")]
        append(target, ", ".join(self.references.bibliography.get(key, key) for key in keys))

    def _citation(self, target: etree._Element, node: Node, math: bool) -> None:
        """A mark is no part of the text."""
        if target.text or len(target):
            return
        if self.in_cell:
            self._named_citation(target, node, math)

    def _reference(self, target: etree._Element, node: Node, math: bool) -> None:
        names = source_of(last_argument(node))
        hole = etree.SubElement(target, "xref")
        hole.set("ref-type", "other")
        self.references.refer(hole, names, called(node))

    def _label(self, target: etree._Element, node: Node, math: bool) -> None:
        self.references.label(source_of(last_argument(node)))

    def _link(self, target: etree._Element, node: Node, math: bool) -> None:
        first = syntax.arguments(node)[0] if syntax.arguments(node) else None
        url = address(nodes_of(first))
        if called(node) == "doi":
            url = f"https://doi.org/{url.removeprefix('https://doi.org/')}"
        text = self.text(last_argument(node)) if called(node) == "href" else url
        target.append(link(legal(url), legal(text)))

    def _footnote(self, target: etree._Element, node: Node, math: bool) -> None:
        """A footnote that is only a link stands in its sentence; any other is a block of its own."""
        content = [part for part in last_argument(node) if kind(part) != "chars" or part.chars.strip(" .\n")]
        if content and all(called(part) in {"url", "href", "nolinkurl"} for part in content) and not self.in_cell:
            append(target, " (")
            self.add(target, content)
            append(target, ")")
        else:
            self.footnotes.append(last_argument(node))

    def _replaced(self, target: etree._Element, node: Node, math: bool) -> None:
        """The first of two versions (package `changes`)."""
        self.add(target, nodes_of(next(iter(syntax.arguments(node)), None)), math)

    def _nothing(self, target: etree._Element, node: Node, math: bool) -> None:
        """What was struck out is not said."""

    def _space(self, target: etree._Element, node: Node, math: bool) -> None:
        append(target, " ")

    def _math_characters(self, target: etree._Element, text: str, rest: deque[Node]) -> None:
        """Characters of a formula with the subscripts and superscripts in them. Takes an operand from `rest`."""
        while found := re.search(r"[\^_]", text):
            append(target, text[: found.start()])
            text = text[found.end() :].lstrip()
            made = element("p")
            if text:
                append(made, text[0])
                text = text[1:]
            elif rest:
                self._node(made, rest.popleft(), math=True)
            add_script(target, found.group(), " ".join(text_in(made).split()), self.in_cell)
        append(target, text)


_HANDLERS: tuple[tuple[set[str], Any], ...] = (
    (syntax.BOLD | syntax.ITALIC, Inline._styled),
    (syntax.PLAIN | syntax.LAST | {"IEEEauthorblockN", "fnm", "sur", "colhead"}, Inline._plain),
    ({"textcolor"}, Inline._coloured),
    (syntax.RAISED, Inline._raised),
    ({"multirow", "multicolumn", "textsubscript"}, Inline._plain),
    ({"frac", "dfrac", "tfrac", "nicefrac", "sfrac"}, Inline._fraction),
    ({"num", "SI", "qty", "si", "ang", "numrange"}, Inline._quantity),
    ({"ding"}, Inline._ding),
    ({"verb"}, Inline._verbatim),
    (syntax.NAMED_CITATIONS, Inline._named_citation),
    (syntax.CITATIONS, Inline._citation),
    (syntax.REFERENCES, Inline._reference),
    ({"label"}, Inline._label),
    ({"url", "href", "nolinkurl", "doi"}, Inline._link),
    ({"footnote", "footnotetext", "tablefootnote"}, Inline._footnote),
    ({"replaced"}, Inline._replaced),
    (syntax.STRUCK, Inline._nothing),
    ({"\\", "newline", "par", "linebreak", "cr", "tabularnewline", "quad", "qquad", "hfill"}, Inline._space),
)
