"""Tables and figures of LaTeX with label, caption and notes, numbered as LaTeX numbers them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lxml import etree

from pipeline.intake.latex import syntax
from pipeline.intake.latex.grid import grid_of
from pipeline.intake.latex.inline import Inline
from pipeline.intake.latex.references import References
from pipeline.intake.latex.syntax import Node, arguments, called, kind, last_argument, nodes_of, source_of
from pipeline.intake.translate import element

_NOTES = {"tablenotes", "tablenotes*"}
_NOTE = {"footnotetext", "tablefootnote", "tablenotetext"}
_PARTS = {"subtable", "subfigure", "subfloat"}


@dataclass
class Float:
    """One numbered table or figure under construction."""

    is_table: bool
    caption: Sequence[Node] | None = None
    is_numbered: bool = True
    grids: list[etree._Element] = field(default_factory=list)
    notes: list[list[Node]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)


Event = tuple[str, Node]


def floats_of(node: Node, references: References) -> Iterator[etree._Element]:
    """The `table-wrap` and `fig` elements that one float environment or a bare tabular stands for."""
    is_table = called(node) not in syntax.FIGURES
    for found in _grouped(list(_events(node, False)), is_table):
        made = _drawn(found, references)
        if made is not None:
            yield made


def _events(node: Node, in_part: bool) -> Iterator[Event]:
    """Captions, labels, tables, notes and loose text of a float in their order."""
    name = called(node)
    if name in syntax.CAPTIONS:
        yield ("part-caption" if in_part else "caption"), node
        return
    if name == "label":
        yield ("part-label" if in_part else "label"), node
        return
    if name in _NOTES:
        yield "notes", node
        return
    if name in _NOTE:
        yield "note", node
        return
    if syntax.is_grid(node):
        yield from _own_events(node) if name in syntax.TABLES else ()
        yield "grid", node
        return
    if kind(node) in {"chars", "math", "specials"} or _is_text(node):
        yield "text", node
        return
    for child in last_argument(node) if kind(node) == "macro" else nodes_of(node):
        if child is not None:
            yield from _events(child, in_part or name in _PARTS)


def _own_events(node: Node) -> Iterator[Event]:
    """Caption and label of a table that is its own float, such as `longtable`."""
    for child in node.nodelist:
        if called(child) in syntax.CAPTIONS | {"label"}:
            yield from _events(child, False)


def _is_text(node: Node) -> bool:
    """A command without tables or captions inside: what it prints is loose text."""
    if kind(node) != "macro" or called(node) in syntax.SILENT:
        return False
    return not any(_holds_float(child) for nodes in syntax.below(node) for child in nodes)


def _holds_float(node: Node) -> bool:
    if node is None:
        return False
    if syntax.is_grid(node) or called(node) in syntax.CAPTIONS | _NOTES | {"label"}:
        return True
    return any(_holds_float(child) for nodes in syntax.below(node) for child in nodes)


def _grouped(events: list[Event], is_table: bool) -> Iterator[Float]:
    """One float per caption. Where the first caption comes before all tables, captions open a float, else close it."""
    several = sum(what == "caption" for what, _ in events) > 1
    opens = next((what == "caption" for what, _ in events if what in {"caption", "grid"}), True)
    current = Float(is_table)
    for what, node in events:
        if several and what == "caption" and opens and current.caption is not None:
            yield current
            current = Float(is_table)
        if several and what == "grid" and not opens and current.caption is not None:
            yield current
            current = Float(is_table)
        _take(current, what, node)
    yield current


def _take(current: Float, what: str, node: Node) -> None:
    if what == "caption":
        given = [argument for argument in arguments(node) if argument is not None]
        current.caption = nodes_of(given[-1]) if given else ()
        current.is_numbered = not (given and source_of([given[0]]) == "*")
        if called(node) == "captionof":
            current.is_table = any("table" in source_of([argument]) for argument in given[:-1])
    elif what in {"label", "part-label"}:
        current.labels.append(source_of(last_argument(node)))
    elif what == "grid":
        current.grids.append(node)
    elif what == "notes":
        current.notes.extend(_items(node.nodelist))
    elif what == "note":
        current.notes.append([part for argument in arguments(node) for part in nodes_of(argument)])
    elif what == "text" and current.grids:
        if not current.notes:
            current.notes.append([])
        current.notes[-1].append(node)


def _items(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """The notes of a `tablenotes` list, each with its mark."""
    item: list[Node] = []
    for node in nodes:
        if called(node) == "item":
            yield item
            item = list(nodes_of(arguments(node)[0])) if arguments(node) else []
        elif node is not None:
            item.append(node)
    yield item


def _drawn(found: Float, references: References) -> etree._Element | None:
    inline = Inline(references, in_cell=True)
    grids = [grid for node in found.grids if (grid := grid_of(node, inline)) is not None]
    tables = [grid.table for grid in grids]
    is_figure = not found.is_table
    if found.caption is None and (not tables or is_figure):
        return None
    made = element("fig" if is_figure else "table-wrap")
    made.append(element("label", _label(found, references)))
    caption = etree.SubElement(etree.SubElement(made, "caption"), "p")
    Inline(references).add(caption, found.caption or ())
    if not is_figure:
        made.extend(tables)
        _add_notes(made, found, inline, [note for grid in grids for note in grid.notes])
    return made


def _label(found: Float, references: References) -> str:
    kind_name = "table" if found.is_table else "figure"
    if found.caption is None or not found.is_numbered:
        return f"Unnumbered {kind_name}"
    number = references.step(kind_name)
    for label in found.labels:
        references.label(label)
    return f"{kind_name.capitalize()} {number}"


def _add_notes(made: etree._Element, found: Float, inline: Inline, below: Sequence[etree._Element]) -> None:
    prose = Inline(inline.references)
    foot = element("table-wrap-foot")
    for note in below:
        note.tag = "p"
        etree.SubElement(foot, "fn").append(note)
    for nodes in [*found.notes, *inline.footnotes]:
        note = element("p")
        prose.add(note, nodes)
        if "".join(str(text) for text in note.itertext()).strip(" \n{}[]!.,"):
            etree.SubElement(foot, "fn").append(note)
    if len(foot):
        made.append(foot)
