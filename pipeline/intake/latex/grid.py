r"""Tabular environments as the `table` element of JATS: rows, spans, the head above the first rule.

LaTeX writes an empty cell where `\multirow` reaches down; in JATS that position has no cell. Columns that the
preamble joins with printed text (`r@{$\pm$}l`, `r@{.}l`) are one column.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lxml import etree

from pipeline.intake.latex import syntax
from pipeline.intake.latex.inline import Inline
from pipeline.intake.latex.scripts import append
from pipeline.intake.latex.syntax import Node, called, kind, nodes_of, source_of
from pipeline.intake.translate import element
from pipeline.intake.xml import text_in

_BREAKS = {"\\", "cr", "tabularnewline"}
_REPEATED = {"endfirsthead": "firsthead", "endhead": "head", "endfoot": "foot", "endlastfoot": "foot"}
_INVISIBLE = re.compile(r"\\(?:hspace|hskip|extracolsep|qquad|quad|,|;|:|!|kern|vrule|fill|tabcolsep|\s)[^$]*|[\s{}~|]")
_PARTIAL_RULES = {"cline", "cmidrule"}
_TRIMMING = re.compile(r"\s*(?:\[[^\]]*\])?\s*(?:\([lrd{}\d.a-z]*\))?\s*")
_MOST_COLUMNS = 400
_LARGEST_SPAN = 2_000


@dataclass
class Row:
    """A row of the source: its cells, and whether a full rule stands above it."""

    cells: list[list[Node]] = field(default_factory=lambda: [[]])
    is_ruled: bool = False

    @property
    def is_empty(self) -> bool:
        """True where nothing was written."""
        return len(self.cells) == 1 and not source_of(self.cells[0]).strip()


@dataclass
class Slot:
    """A cell on its way into the grid."""

    column: int
    columns: int
    rows: int
    content: etree._Element

    @property
    def text(self) -> str:
        """What it says."""
        return " ".join(text_in(self.content).split())


@dataclass(frozen=True)
class Grid:
    """A table, and the notes that stand in its last rows."""

    table: etree._Element
    notes: tuple[etree._Element, ...]


def grid_of(node: Node, inline: Inline) -> Grid | None:
    """The table in a tabular environment; None where it holds no text."""
    rows = [row for row in _rows(_content(node)) if not row.is_empty]
    joints = _joints(_preamble(node))
    slots = [_merged(list(_slots(row, inline)), joints) for row in rows]
    if not any(slot.text for row in slots for slot in row):
        return None
    notes: list[etree._Element] = []
    while len(slots) > 2 and _is_note(slots):
        notes.insert(0, next(slot.content for slot in slots.pop() if slot.text))
    _move_up(slots)
    return Grid(_drawn(slots, _head(rows[: len(slots)], slots)), tuple(notes))


def _is_note(slots: list[list[Slot]]) -> bool:
    """True where the last row is one text across the whole table."""
    filled = [slot for slot in slots[-1] if slot.text]
    width = max(slot.column + slot.columns for row in slots for slot in row)
    return len(filled) == 1 and width > 1 and filled[0].columns == width


def _content(node: Node) -> Sequence[Node]:
    """The nodes of the body; a `longtable` repeats its head, and a foot, which are no rows."""
    nodes: list[Node] = []
    has_first = any(called(part) == "endfirsthead" for part in node.nodelist)
    for part in node.nodelist:
        mark = _REPEATED.get(called(part)) if kind(part) == "macro" else None
        if mark == "foot" or (mark == "head" and has_first):
            nodes = nodes[: _last_mark(nodes)]
        nodes.append(part)
    return nodes


def _last_mark(nodes: Sequence[Node]) -> int:
    marks = [index for index, part in enumerate(nodes) if kind(part) == "macro" and called(part) in _REPEATED]
    return marks[-1] + 1 if marks else 0


def _preamble(node: Node) -> str:
    given = [argument for argument in syntax.arguments(node) if argument is not None]
    return source_of(nodes_of(given[-1])) if given else ""


def _rows(nodes: Sequence[Node]) -> Iterator[Row]:
    row = Row()
    for node in nodes:
        if kind(node) == "macro" and called(node) in _BREAKS | set(_REPEATED):
            yield row
            row = Row()
        elif kind(node) == "specials" and node.specials_chars == "&":
            row.cells.append([])
        elif kind(node) == "macro" and called(node) in syntax.RULES:
            row.is_ruled = row.is_ruled or row.is_empty
        elif node is not None and kind(node) != "comment" and called(node) not in syntax.CAPTIONS | {"label"}:
            row.cells[-1].append(node)
    yield row


def _slots(row: Row, inline: Inline) -> Iterator[Slot]:
    column = 0
    for cell in row.cells:
        columns, rows, content = _spans(_without_rules(cell))
        made = element("td")
        inline.add(made, content)
        yield Slot(column, columns, rows, made)
        column += columns


def _without_rules(cell: list[Node]) -> list[Node]:
    """A cell without partial rules; `\\cmidrule` leaves its trimming and its columns, `(lr){2-3}`, behind."""
    kept: list[Node] = []
    is_after_rule = False
    for node in cell:
        if kind(node) == "macro" and called(node) in _PARTIAL_RULES:
            is_after_rule = called(node) == "cmidrule"
        elif is_after_rule and kind(node) == "chars" and _TRIMMING.fullmatch(node.chars):
            continue
        elif is_after_rule and kind(node) == "group":
            is_after_rule = False
        else:
            is_after_rule = False
            kept.append(node)
    return kept


def _spans(cell: Sequence[Node]) -> tuple[int, int, Sequence[Node]]:
    """Columns and rows that a cell covers, and its content without the commands that say so."""
    columns, rows = 1, 1
    content = list(cell)
    for _ in range(3):
        at = next((i for i, node in enumerate(content) if called(node) in {"multicolumn", "multirow"}), None)
        if at is None:
            break
        node = content[at]
        given = [argument for argument in syntax.arguments(node) if argument is not None]
        count = _whole_number(source_of(nodes_of(given[0]))) if given else 1
        if called(node) == "multicolumn":
            columns = min(max(count, 1), _MOST_COLUMNS)
        else:
            rows = count
        content = [*content[:at], *(nodes_of(given[-1]) if len(given) > 1 else ()), *content[at + 1 :]]
    return columns, rows or 1, content


def _whole_number(text: str) -> int:
    found = re.fullmatch(r"\s*([+-]?\d{1,3})(?:\.\d+)?\s*", text)
    return int(found.group(1)) if found else 1


def _joints(preamble: str) -> dict[int, str]:
    """Printed text between columns: the column to its right, and the text."""
    joints: dict[int, str] = {}
    column = 0
    for found in re.finditer(
        r"\*\s*\{(?P<n>\d{1,2})\}\s*\{(?P<inner>[^{}]*)\}|[@!>]\s*\{(?P<text>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
        r"|(?P<column>[a-zA-Z])\s*(?:\[[^\]]*\])?\s*(?P<width>\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}){0,3}",
        preamble,
    ):
        if found["n"]:
            column += int(found["n"]) * len(re.findall(r"[a-zA-Z]", found["inner"]))
        elif found["column"]:
            column += 1
        elif found.group().startswith(("@", "!")) and _INVISIBLE.sub("", found["text"]).strip("$"):
            joints[column] = _joint(found["text"])
    return joints


def _joint(text: str) -> str:
    """What is printed between two columns."""
    plain = re.sub(r"\\(?:pm|textpm)\b|\$|\{|\}", lambda found: " ± " if "pm" in found.group() else "", text)
    return re.sub(r"\\[a-zA-Z]+|\\.", "", plain)


def _merged(slots: list[Slot], joints: dict[int, str]) -> list[Slot]:
    """A row whose joined columns are one; the columns are counted anew."""
    merged: list[Slot] = []
    for slot in slots:
        dropped = sum(column <= slot.column for column in joints if column > 0)
        inside = sum(slot.column < column < slot.column + slot.columns for column in joints)
        if slot.column in joints and merged and slot.columns == 1 and merged[-1].columns == 1:
            _join(merged[-1], joints[slot.column], slot)
            continue
        merged.append(Slot(slot.column - dropped, max(slot.columns - inside, 1), slot.rows, slot.content))
    return merged


def _join(left: Slot, joint: str, right: Slot) -> None:
    """Put the right cell behind the left one, without the space that the source has around them."""
    if not right.text:
        return
    _trim(left.content)
    append(left.content, (joint if left.text else "") + (right.content.text or "").lstrip())
    left.content.extend(list(right.content))


def _trim(content: etree._Element) -> None:
    if len(content):
        content[-1].tail = (content[-1].tail or "").rstrip()
    else:
        content.text = (content.text or "").rstrip()


def _move_up(rows: list[list[Slot]]) -> None:
    """`\\multirow{-2}` stands in the last of its rows and reaches up."""
    for index, row in enumerate(rows):
        for slot in row:
            top = index + slot.rows + 1
            if slot.rows >= 0 or top < 0:
                slot.rows = max(slot.rows, 1)
                continue
            above = next((other for other in rows[top] if other.column == slot.column and not other.text), None)
            if above is not None:
                above.content, slot.content = slot.content, above.content
                above.rows = -slot.rows
            slot.rows = 1


def _head(rows: list[Row], slots: list[list[Slot]]) -> int:
    """The rows above the first full rule that has rows on both sides, and those that their spans reach."""
    head = next((index for index, row in enumerate(rows) if index and row.is_ruled), 0)
    reach = max((index + slot.rows for index in range(head) for slot in slots[index]), default=0)
    head = max(head, reach) if reach <= head + 2 else head
    return head if head <= 5 and head < len(rows) else 0


def _drawn(rows: list[list[Slot]], head: int) -> etree._Element:
    table = element("table")
    part = etree.SubElement(table, "thead" if head else "tbody")
    taken: set[tuple[int, int]] = set()
    for index, row in enumerate(rows):
        if index == head and head:
            part = etree.SubElement(table, "tbody")
        line = etree.SubElement(part, "tr")
        for slot in row:
            if (index, slot.column) in taken:
                continue
            _stop_at_text(slot, index, rows)
            taken.update((r, c) for r in range(index, index + slot.rows) for c in _columns(slot))
            slot.content.set("colspan", str(slot.columns))
            slot.content.set("rowspan", str(slot.rows))
            line.append(slot.content)
    return table


def _columns(slot: Slot) -> range:
    return range(slot.column, slot.column + slot.columns)


def _stop_at_text(slot: Slot, index: int, rows: list[list[Slot]]) -> None:
    """A span ends above a cell that says something of its own."""
    slot.rows = min(slot.rows, len(rows) - index, max(_LARGEST_SPAN // slot.columns, 1))
    for below in range(1, slot.rows):
        if any(other.text for other in rows[index + below] if other.column in _columns(slot)):
            slot.rows = below
            return
