"""Subscripts and superscripts: which are spreads, marks, powers or further numbers; and the units of `siunitx`."""

import re

from lxml import etree

from pipeline.intake.xml import text_in

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
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


def append(target: etree._Element, text: str) -> None:
    """Add text at the end of an element's content."""
    if len(target):
        target[-1].tail = (target[-1].tail or "") + legal(text)
    else:
        target.text = (target.text or "") + legal(text)


def _ending(target: etree._Element) -> str:
    """The last piece of text of an element."""
    if not len(target):
        return target.text or ""
    return target[-1].tail or text_in(target[-1])


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
