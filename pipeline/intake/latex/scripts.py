"""Subscripts and superscripts: which are spreads, marks, powers or further numbers; and the units of `siunitx`."""

import re

from lxml import etree

from pipeline.intake.xml import text_in

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST_PIECE = 4_000
_SPREAD = re.compile(r"\s*(?:±|\+/?-)")
_SIGNED = re.compile(r"\s*[+\-−–]\s*\d*\.?\d+\s*%?$")
_NUMBER = re.compile(r"\s*\(?\d*\.?\d+%?\)?\s*$")
_SIMPLE = re.compile(r"[-−–+]?\d+$|.$", re.DOTALL)
UNITS = {
    "milli": "m", "kilo": "k", "micro": "µ", "centi": "c", "nano": "n", "pico": "p", "mega": "M", "giga": "G",
    "meter": "m", "metre": "m", "second": "s", "gram": "g", "percent": "%", "hertz": "Hz", "kelvin": "K",
    "degree": "°", "byte": "B", "per": "/", "squared": "^2", "cubed": "^3", "minute": "min", "hour": "h",
    "liter": "L", "litre": "L", "mole": "mol", "volt": "V", "watt": "W", "joule": "J", "pascal": "Pa", "celsius": "°C",
}  # fmt: skip


def legal(text: str) -> str:
    """The text without characters that XML forbids."""
    return _ILLEGAL.sub("", text)


def _ending(target: etree._Element) -> str:
    """The last piece of text of an element."""
    last = _last(target)
    if last is None:
        return target.text or ""
    return last.tail or text_in(last)


def _last(target: etree._Element) -> etree._Element | None:
    """The last child. Asking for the number of children would count them each time."""
    return next(target.iterchildren(reversed=True), None)


def append(target: etree._Element, text: str) -> None:
    """Add text at the end of an element's content; a long stretch goes on in an element of its own, for speed."""
    last = _last(target)
    if len(_ending(target)) > _LONGEST_PIECE:
        etree.SubElement(target, "named-content").text = legal(text)
    elif last is not None:
        last.tail = (last.tail or "") + legal(text)
    else:
        target.text = (target.text or "") + legal(text)


def add_script(target: etree._Element, sign: str, content: str, in_cell: bool) -> None:
    """A subscript (`_`) or superscript (`^`); whether one in a cell is a mark, the table reader decides."""
    before = _ending(target).rstrip()
    follows_number = before[-1:].isdigit() or before[-1:] in {")", "%"}
    if content in {"∘", "°", "◦"}:
        append(target, "°")
    elif _SPREAD.match(content) or (follows_number and _SIGNED.match(content) and not before.endswith("10")):
        append(target, f" {content}")
    elif sign == "_":
        _add_lowered(target, content, follows_number, in_cell)
    elif in_cell:
        etree.SubElement(target, "sup").text = content
    elif content in {"′", "''", "'"}:
        append(target, content)
    else:
        append(target, f"^{content}" if _SIMPLE.match(content) else f"^{{{content}}}")


def _add_lowered(target: etree._Element, content: str, follows_number: bool, in_cell: bool) -> None:
    """After a number a subscript is a second number, never more digits of the first."""
    if follows_number and _NUMBER.match(content):
        append(target, f" ({content.strip('()')})")
    elif in_cell or content.isdigit():
        append(target, content)
    else:
        append(target, f"_{content}" if _SIMPLE.match(content) else f"_{{{content}}}")
