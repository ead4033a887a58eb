"""Tables and figures of several readings: cells from the most structured, boxes from the PDF, doubts from both."""

import re
from collections.abc import Iterable, Sequence

from pipeline.intake.grids import is_number
from pipeline.intake.merge.alignment import pairs
from pipeline.intake.merge.places import squeezed
from schemas.paper import Cell, Figure, Paper, SourceFormat, Table

_CELL_ORDER = (
    SourceFormat.JATS,
    SourceFormat.ELSEVIER,
    SourceFormat.HTML,
    SourceFormat.LATEX,
    SourceFormat.PDF,
    SourceFormat.TEI,
    SourceFormat.MARKDOWN,
    SourceFormat.UNKNOWN,
)
_KEY = re.compile(r"(?P<more>supplementary|extended data|appendix)?\W*(?P<kind>table|fig(?:ure)?)\W*(?P<number>[\w.]+)")
_ROMAN = {
    "i": "1",
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "v": "5",
    "vi": "6",
    "vii": "7",
    "viii": "8",
    "ix": "9",
    "x": "10",
}
_LEAST_AGREEING = 0.5
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_GLYPHS = str.maketrans({**dict.fromkeys("−–‐‑—", "-"), "·": ".", "∼": "~", "≤": "<", "≥": ">", "⩽": "<", "⩾": ">"})


def key_of(label: str) -> str:
    """A label as readings share it: `TABLE II.` and `Table 2` are the same."""
    found = _KEY.match(label.strip().lower())
    if found is None:
        return squeezed(label)
    number = found["number"].rstrip(".")
    return f"{found['more'] or ''} {found['kind'][:3]} {_ROMAN.get(number, number)}".strip()


def merged_tables(papers: Sequence[Paper]) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables of all readings, each once, in the order of the first; and a warning for each table in dispute."""
    ranked = sorted(papers, key=lambda paper: _CELL_ORDER.index(paper.source.format))
    tables: list[Table] = []
    warnings: list[str] = []
    for label, versions in _by_key(papers, ranked):
        merged, disputes = _merged(versions)
        tables.append(merged)
        if disputes:
            names = " and ".join(paper.source.name for paper, _ in versions)
            count = "1 number differs" if disputes == 1 else f"{disputes} numbers differ"
            warnings.append(f"{label}: {count} between {names}")
    return tuple(tables), tuple(warnings)


def _by_key(papers: Sequence[Paper], ranked: Sequence[Paper]) -> Iterable[tuple[str, list[tuple[Paper, Table]]]]:
    """Label and readings of each table. One that only a less structured reading has must bear a proper label."""
    labels: dict[str, str] = {}
    for paper in papers:
        for table in paper.tables:
            if paper is papers[0] or _KEY.match(table.label.lower()):
                labels.setdefault(key_of(table.label), table.label)
    for key, label in labels.items():
        found = [(paper, table) for paper in ranked for table in paper.tables if key_of(table.label) == key]
        first = {id(paper): (paper, table) for paper, table in reversed(found)}
        yield label, [first[id(paper)] for paper in ranked if id(paper) in first]


def _merged(versions: Sequence[tuple[Paper, Table]]) -> tuple[Table, int]:
    """The best version with the words of the others where it has none, and how many numbers are in dispute."""
    best = next((table for _, table in versions if table.cells), versions[0][1])
    caption = next((table.caption for _, table in versions if table.caption), "")
    notes = next((table.notes for _, table in versions if table.notes), "")
    merged = best.model_copy(update={"caption": best.caption or caption, "notes": best.notes or notes})
    printed = next((table for paper, table in versions if paper.source.format is SourceFormat.PDF), None)
    for paper, table in versions:
        if table is not best and table.cells and merged.cells and paper.source.format is not SourceFormat.TEI:
            merged = _checked(merged, table)
    if printed is not None and printed is not best:
        merged = merged.model_copy(update={"page": printed.page, "box": printed.box})
    return merged, sum(cell.disputed for cell in merged.cells) - sum(cell.disputed for cell in best.cells)


def _checked(table: Table, other: Table) -> Table:
    """The cells of a table with the boxes of another reading, and in dispute where its numbers differ."""
    rows, columns = pairs(table, other)
    partners = {
        (cell.row, cell.column): found
        for cell in table.cells
        if cell.row in rows
        and cell.column in columns
        and (found := other.cell(rows[cell.row], columns[cell.column])) is not None
    }
    trusted = _trusted_rows(table, partners)
    cells = tuple(_with(cell, partners.get((cell.row, cell.column)), cell.row in trusted) for cell in table.cells)
    return table.model_copy(update={"cells": cells})


def _with(cell: Cell, partner: Cell | None, is_trusted: bool) -> Cell:
    if partner is None or not cell.text:
        return cell
    agrees = _bare(cell.text) == _bare(partner.text)
    differs = is_trusted and is_number(cell.text) and is_number(partner.text) and not agrees
    box = partner.box if cell.box is None and (agrees or is_trusted) else cell.box
    return cell.model_copy(update={"box": box, "disputed": differs or (cell.disputed and not agrees)})


def _trusted_rows(table: Table, partners: dict[tuple[int, int], Cell]) -> set[int]:
    """Rows of which most cells agree: only there a difference is a dispute and not a row that was paired wrongly."""
    agreeing: dict[int, list[bool]] = {}
    for cell in table.cells:
        partner = partners.get((cell.row, cell.column))
        if partner is not None and cell.text:
            agreeing.setdefault(cell.row, []).append(_bare(cell.text) == _bare(partner.text))
    return {row for row, found in agreeing.items() if len(found) > 1 and sum(found) >= _LEAST_AGREEING * len(found)}


def _bare(text: str) -> str:
    """A text without what typesetting changes: space, kinds of minus, separators of thousands."""
    return _THOUSANDS.sub("", "".join(text.split()).translate(_GLYPHS)).casefold()


def merged_figures(papers: Sequence[Paper]) -> tuple[Figure, ...]:
    """The figures of all readings, each once; page, box and whether they hold text come from the PDF."""
    merged: dict[str, Figure] = {}
    for paper in papers:
        is_pdf = paper.source.format is SourceFormat.PDF
        for figure in paper.figures:
            known = merged.setdefault(key_of(figure.label), figure)
            update = {"caption": known.caption or figure.caption, "section": known.section or figure.section}
            place = {"page": figure.page, "box": figure.box, "is_picture": figure.is_picture} if is_pdf else {}
            merged[key_of(figure.label)] = known.model_copy(update={**update, **place})
    return tuple(merged.values())
