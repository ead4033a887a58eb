"""The content of a paragraph or a cell of a page under the names of JATS: styles, links, citations, formulas."""

import re

from lxml import etree

from pipeline.intake.html.page import is_control, is_formula, is_outside
from pipeline.intake.translate import element
from pipeline.intake.xml import XLINK, text_in

_TAGS = {"sup": "sup", "sub": "sub", "b": "bold", "strong": "bold", "i": "italic", "em": "italic"}
_KEPT = {"thead", "tbody", "tfoot", "tr", "td", "th", "table", "br"}
_CITATION = re.compile(r"#(?:ref|cr|bib|b\d|cit|r\d|en\d|\S*-(?:cr|b|ref|bib)?\d+$|rf?\d)", re.IGNORECASE)
_FLOAT = re.compile(r"#(?:\w*-)?(?:f(?:ig)?|t(?:ab|bl)?|s(?:ec)?|eq\w*|moesm|app\w*)-?\d", re.IGNORECASE)
_NUMBER = re.compile(r"[\s\[\]()\d,;–a-z*†‡-]{1,20}")
_NOTE = re.compile(r"#(?:\w*-?)?(?:fn|tfn|note|tblfn|t\d+fn)", re.IGNORECASE)
_BOLD_CLASS = re.compile(r"\b(?:bold|strong|u-font-bold)\b", re.IGNORECASE)
_BLOCKS = {"p", "div", "li", "ul", "ol"}


def inline(node: etree._Element, tag: str, in_cell: bool = False) -> etree._Element:
    """An element and what is in it, with links and citation marks told apart."""
    made = element(tag, node.text or "")
    for attribute in ("colspan", "rowspan"):
        if node.get(attribute):
            made.set(attribute, node.get(attribute, ""))
    inside = in_cell or tag in {"td", "th"}
    for child in node:
        part = _child(child, inside)
        if part is None:
            _add_text(made, child.tail or "")
            continue
        part.tail = child.tail
        made.append(part)
    return made


def _child(child: etree._Element, in_cell: bool) -> etree._Element | None:
    if is_formula(child):
        from pipeline.intake.latex.formula import formula

        return formula(text_in(child), in_cell)
    if is_outside(child):
        return None
    if child.tag == "a":
        return _link(child, in_cell)
    name = _TAGS.get(child.tag)
    if name is None and _BOLD_CLASS.search(child.get("class") or ""):
        name = "bold"
    if name is None and child.tag in _BLOCKS and in_cell:
        name = "p"
    return inline(child, name or (child.tag if child.tag in _KEPT else "named-content"), in_cell)


def _add_text(made: etree._Element, text: str) -> None:
    last = next(made.iterchildren(reversed=True), None)
    if last is not None:
        last.tail = (last.tail or "") + text
    else:
        made.text = (made.text or "") + text


def _link(node: etree._Element, in_cell: bool) -> etree._Element | None:
    target = node.get("href") or ""
    text = " ".join(text_in(node).split())
    if is_control(text):
        return _target(target) if "doi.org/10." in target else None
    if _is_citation(node, target, text):
        return element("xref", text, ref_type="table-fn" if in_cell and _NOTE.search(target) else "bibr")
    if "#" in target and (not target.startswith("http") or _FLOAT.search(target)):
        return inline(node, "named-content", in_cell)
    made = inline(node, "ext-link", in_cell)
    made.set(f"{XLINK}href", target)
    return made


def _target(address: str) -> etree._Element:
    """A link without words of the text: `Article` behind an entry of the reference list."""
    made = element("ext-link")
    made.set(f"{XLINK}href", address)
    return made


def _is_citation(node: etree._Element, target: str, text: str) -> bool:
    """A mark that leads to the reference list or to a note; `Fig. 1` and `Smith et al.` are part of the sentence."""
    if "citation" in (node.get("data-test") or "") or "ref-tip" in (node.get("class") or ""):
        return True
    if "#" not in target or _FLOAT.search(target):
        return False
    return bool(_CITATION.search(target) or _NOTE.search(target)) or bool(_NUMBER.fullmatch(text))
