"""Cells of an XML or HTML table: positions with spans, text apart from marks, bold and italic."""

import re
from collections.abc import Iterator

from lxml import etree

from pipeline.intake.grids import is_number, raised
from pipeline.intake.jats.formulas import inline, power
from pipeline.intake.texts import clean
from pipeline.intake.xml import name, text_in
from schemas.paper import Cell

_WIDEST = 1000
_MOST_POSITIONS = 100_000
_SPACED = {"p", "list-item", "li"}
_SECOND = re.compile(r"[(+\-−–±]*\s*\d*\.?\d+%?\)?")
_ERROR = re.compile(r"(?:[+\-−–]\s*\d*\.\d+|[+±]\s*\d+|±\s*\d*\.\d+)%?")
_NUMBER_END = re.compile(r"\d\.?\d*%?\s*$")
_SPREAD = re.compile(r"(?<=[\d%])\s*(?:±|\+/-|[(\[])")
_BOLD = {"bold", "b", "strong"}
_ITALIC = {"italic", "i", "em"}
_MARK_TYPES = {"table-fn", "fn", "bibr"}
_DROPPED = {"tex-math", "annotation", "graphic", "inline-graphic"}


def cells_of(table: etree._Element) -> tuple[tuple[Cell, ...], int]:
    """The cells in reading order, and how many rows the markup declares as head. Rows beyond the limit stay unread."""
    rows = _rows(table)
    rows = rows[: _readable(rows)]
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    for index, row in enumerate(rows):
        column = 0
        for element in (child for child in row if name(child) in {"td", "th"}):
            while (index, column) in taken:
                column += 1
            cell = _cell(element, index, column, len(rows) - index)
            taken.update(_positions(cell))
            cells.append(cell)
            column += cell.column_span
    return tuple(cells), _declared_heads(rows)


def rows_read(table: etree._Element) -> tuple[int, int]:
    """How many rows of a table are read, and how many it has: a table of data without end is no table of results."""
    rows = _rows(table)
    return _readable(rows), len(rows)


def _rows(table: etree._Element) -> list[etree._Element]:
    return list(table.iter("tr", "{*}tr"))


def _readable(rows: list[etree._Element]) -> int:
    """The number of rows that cover no more positions than the limit."""
    covered = 0
    for index, row in enumerate(rows):
        left = len(rows) - index
        covered += sum(min(_span(cell, "rowspan"), left) * _span(cell, "colspan") for cell in row)
        if covered > _MOST_POSITIONS:
            return index
    return len(rows)


def _positions(cell: Cell) -> Iterator[tuple[int, int]]:
    for row in range(cell.row, cell.row + cell.row_span):
        for column in range(cell.column, cell.column + cell.column_span):
            yield row, column


def _cell(element: etree._Element, row: int, column: int, rows_left: int) -> Cell:
    text, marks = cell_text(element)
    return Cell(
        row=row,
        column=column,
        row_span=min(_span(element, "rowspan"), rows_left),
        column_span=_span(element, "colspan"),
        text=text,
        marks=marks,
        bold=_is_all(element, text, _BOLD),
        italic=_is_all(element, text, _ITALIC),
    )


def _span(element: etree._Element, attribute: str) -> int:
    value = (element.get(attribute) or "1").strip()
    return min(max(int(value), 1), _WIDEST) if re.fullmatch(r"\d{1,6}", value) else 1


def _is_all(element: etree._Element, text: str, tags: set[str]) -> bool:
    """True where the text of a cell, marks apart, or the number before its spread stands inside one of the tags."""
    styled = "".join(text_in(child) for child in element.iter(etree.Element) if name(child) in tags)
    bare = _SPREAD.split(text)[0] if is_number(text) else text
    return bool(bare) and len(clean(styled)) >= 0.9 * len(bare)


def cell_text(element: etree._Element) -> tuple[str, str]:
    """The text of a cell and the marks raised above it."""
    pieces: list[str] = []
    marks: list[str] = []
    _collect(element, pieces, marks)
    return clean("".join(pieces)), " ".join(filter(None, (clean(mark) for mark in marks)))


def _collect(element: etree._Element, pieces: list[str], marks: list[str]) -> None:
    pieces.append(element.text or "")
    for child in element:
        _add(child, pieces, marks)
        pieces.append(child.tail or "")


def _add(child: etree._Element, pieces: list[str], marks: list[str]) -> None:
    tag = name(child)
    if _is_note(child):
        marks.append(text_in(child))
    elif tag == "sup":
        _raise(child, pieces, marks)
    elif tag == "sub":
        pieces.append(_lowered("".join(pieces), cell_text(child)[0]))
    elif tag == "msup" and (text := power(child)):
        pieces.append(text)
    elif tag == "inline-formula" and (made := inline(child, in_cell=True)) is not None:
        _collect(made, pieces, marks)
    elif tag and tag not in _DROPPED:
        pieces.append(" " if tag in _SPACED | {"break", "br"} else "")
        _collect(child, pieces, marks)
        pieces.append(" " if tag in _SPACED else "")


def _lowered(before: str, text: str) -> str:
    """A subscript. After a number it is a spread or a second number, never more digits of the first."""
    if not before.rstrip()[-1:].isdigit() or not _SECOND.fullmatch(text):
        return text
    return f" {text}" if text[:1] in "+-−–±" else f" ({text.strip('()')})"


def _raise(child: etree._Element, pieces: list[str], marks: list[str]) -> None:
    below = "".join(pieces)
    content = text_in(child)
    if any(_is_note(part) for part in child):
        marks.append(content)
        return
    if _ERROR.fullmatch(content.strip()) and _NUMBER_END.search(below):
        pieces.append(f" {content.strip()}")
        return
    text, mark = raised(below, content)
    pieces.append(text if below.strip() or not mark else mark)
    marks.append(mark if below.strip() else "")


def _is_note(element: etree._Element) -> bool:
    return name(element) == "xref" and element.get("ref-type") in _MARK_TYPES and not _is_prose(element)


def _is_prose(element: etree._Element) -> bool:
    """`Smith et al. 2012` in a cell is a name and belongs to the text."""
    return bool(re.search(r"[^\W\d_]{3,}", text_in(element)))


def _declared_heads(rows: list[etree._Element]) -> int:
    heads = 0
    for row in rows:
        parent = row.getparent()
        in_head = parent is not None and name(parent) == "thead"
        if not in_head and not _all_head_cells(row):
            break
        heads += 1
    return heads if heads < len(rows) else min(1, len(rows) - 1)


def _all_head_cells(row: etree._Element) -> bool:
    cells = [child for child in row if name(child) in {"td", "th"}]
    return bool(cells) and all(name(cell) == "th" for cell in cells)
