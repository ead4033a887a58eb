"""Tables in Markdown: with pipes, and as the HTML that many converters write for tables with spans."""

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree
from lxml import html as parser

from pipeline.intake.html.inline import inline
from pipeline.intake.latex.formula import formula
from pipeline.intake.latex.scripts import append
from pipeline.intake.translate import element

_TABLE_STARTS = re.compile(r"<table\b", re.IGNORECASE)
_TABLE_ENDS = re.compile(r"</table\s*>", re.IGNORECASE)
_LINK = re.compile(r"!?\[([^\[\]]{0,1000})\]\([^()\n]{0,2000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)")
_EMPHASIS = re.compile(r"\*\*|(?<!\w)[*_]+(?=\S)|(?<=\S)[*_]+(?!\w)|<br\s*/?>|</?su[bp]>|`")
_CITATION = re.compile(r"\[\d+(?:[,–-]\d+)*\]")
_SEPARATOR = re.compile(r"^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$")
_PIPE = re.compile(r"(?<!\\)\|")
_BOLD = re.compile(r"\s*\*\*(?P<text>.+)\*\*\s*")
_MOST_PIECES = 20
_PIECE = re.compile(r"\$(?P<tex>[^$]{1,500})\$|<sup>(?P<raised>[^<]{1,40})</sup>", re.IGNORECASE)


def plain(text: str) -> str:
    """Text without emphasis, link targets and citation marks."""
    return " ".join(_EMPHASIS.sub(" ", _CITATION.sub("", _LINK.sub(r"\1", text))).split())


def parts_of(text: str) -> Iterator[tuple[str, bool]]:
    """The stretches of a text in order, and whether each is a table in HTML."""
    start = 0
    while (opened := _TABLE_STARTS.search(text, start)) and (closed := _TABLE_ENDS.search(text, opened.end())):
        yield text[start : opened.start()], False
        yield text[opened.start() : closed.end()], True
        start = closed.end()
    yield text[start:], False


def is_html_table(block: str) -> bool:
    """True for a block that starts as a table in HTML does."""
    return bool(_TABLE_STARTS.match(block))


def pipe_table(block: str) -> etree._Element:
    """The `table` element of lines with pipes; what stands above the line of dashes is the head."""
    table = element("table")
    part = etree.SubElement(table, "thead")
    for line in block.split("\n"):
        if _SEPARATOR.match(line.strip()):
            part = etree.SubElement(table, "tbody")
        elif line.strip().startswith("|"):
            row = etree.SubElement(part, "tr")
            for text in _PIPE.split(line.strip().removeprefix("|").removesuffix("|")):
                _fill(etree.SubElement(row, "td"), text.replace("\\|", "|"))
    return table


def html_table(block: str) -> etree._Element:
    """The `table` element of a table in HTML, with its spans."""
    source = parser.fragment_fromstring(block, create_parent="div").find(".//table")
    if source is None:
        return element("table")
    table = inline(source, "table")
    for cell in table.iter("td", "th"):
        if len(cell) == 0 and cell.text:
            text, cell.text = cell.text, ""
            _fill(cell, text)
    return table


def _fill(cell: etree._Element, text: str) -> None:
    """Put the text of a cell into it: bold, formulas and raised marks as elements."""
    bold = _BOLD.fullmatch(text)
    target = etree.SubElement(cell, "bold") if bold else cell
    source = bold["text"] if bold else text
    start = 0
    for found in islice(_PIECE.finditer(source), _MOST_PIECES):
        append(target, _spaced(source[start : found.start()]))
        target.append(formula(found["tex"], in_cell=True) if found["tex"] else element("sup", found["raised"]))
        start = found.end()
    append(target, _spaced(source[start:]))


def _spaced(text: str) -> str:
    """Plain text with the space that parts it from its neighbours."""
    return (" " if text[:1].isspace() else "") + plain(text) + (" " if text[-1:].isspace() and text.strip() else "")
