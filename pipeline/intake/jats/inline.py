"""The text of a paragraph: citation marks, floats and footnote marks left out."""

import re

from lxml import etree

from pipeline.intake.draft import Anchor, Passage
from pipeline.intake.grids import raised
from pipeline.intake.jats.formulas import display, inline, power
from pipeline.intake.texts import clean, tidy
from pipeline.intake.xml import XLINK, name, text_in

_NOT_TEXT = {
    "table-wrap", "table-wrap-group", "fig", "fig-group", "supplementary-material", "media", "graphic",
    "inline-graphic", "tex-math", "object-id", "fn", "label", "permissions", "attrib", "annotation", "list",
    "def-list", "boxed-text", "contrib-group", "sec", "inline-supplementary-material",
}  # fmt: skip
_MARKS = {"bibr", "fn", "table-fn", "aff", "corresp", "author-notes"}
_NUMERIC_MARK = re.compile(r"[\s\[\]()]*[\d*†‡§¶#a-z]{0,4}[\s,;–—-]*(?:\d+[\s,;–—-]*)*[\[\]()]*$")
_SPACED = {"break", "p", "title", "disp-formula", "list-item", "td", "th", "tr"}
_LINKS = {"ext-link", "uri", "self-uri"}


def text_of(element: etree._Element | None) -> str:
    """The text of an element and its inline children on one line."""
    return "" if element is None else tidy(_raw(element))


def plain(element: etree._Element | None) -> str:
    """All text below an element, marks and floats included."""
    return "" if element is None else clean(" ".join(str(text) for text in element.itertext()))


def passage(element: etree._Element) -> Passage:
    """A block with the links that its markup declares."""
    return Passage(text=text_of(element), anchors=anchors(element))


def anchors(element: etree._Element) -> tuple[Anchor, ...]:
    """The links of an element as (target, anchor text)."""
    found = (child for child in element.iter(etree.Element) if name(child) in _LINKS)
    return tuple((target, plain(child)) for child in found if (target := _target(child)))


def _target(link: etree._Element) -> str:
    target = (link.get(f"{XLINK}href") or plain(link)).strip()
    kind = link.get("ext-link-type", "")
    if kind == "doi" and target.startswith("10."):
        return f"https://doi.org/{target}"
    return target if "://" in target else f"https://{target}" if target.startswith("www.") else ""


def _raw(element: etree._Element) -> str:
    if name(element) == "disp-formula" and (source := display(element)):
        return source
    pieces = [element.text or ""]
    for child in element:
        pieces.append(_piece(child, "".join(pieces[-3:])))
        pieces.append(child.tail or "")
    return "".join(pieces)


def _piece(child: etree._Element, before: str) -> str:
    tag = name(child)
    if not tag or tag in _NOT_TEXT or _is_mark(child):
        return ""
    if tag == "sup":
        return "" if _holds_only_marks(child) else _raised(child, before)
    if tag == "alternatives":
        return _alternative(child)
    if tag == "msup" and (text := power(child)):
        return text
    if tag == "inline-formula" and (made := inline(child, in_cell=False)) is not None:
        return text_in(made)
    text = _raw(child)
    return f" {text} " if tag in _SPACED else text


def _raised(child: etree._Element, before: str) -> str:
    text, mark = raised(before, _raw(child))
    return text or (mark if not re.fullmatch(r"[\d,;–\s-]+", mark) else "")


def _alternative(element: etree._Element) -> str:
    """One of several forms of the same thing: the first that has text."""
    texts = (_raw(child) for child in element if name(child) not in _NOT_TEXT)
    return next((text for text in texts if text.strip()), "")


def _is_mark(element: etree._Element) -> bool:
    """A reference to a footnote, or to a work by number. `Smith et al. (2012)` stays: the sentence needs it."""
    if name(element) != "xref" or element.get("ref-type") not in _MARKS:
        return False
    return bool(_NUMERIC_MARK.fullmatch(text_in(element).strip()))


def _holds_only_marks(element: etree._Element) -> bool:
    children = list(element)
    own = (element.text or "") + "".join(child.tail or "" for child in children)
    return bool(children) and all(name(c) == "xref" for c in children) and not re.search(r"\w", own)
