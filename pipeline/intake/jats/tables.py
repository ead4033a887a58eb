"""Tables of a JATS article as cell grids, with spans, header rows, marks and notes."""

from collections.abc import Iterator

from lxml import etree

from pipeline.intake.grids import header_columns, header_rows, text_at
from pipeline.intake.jats.cells import cells_of, rows_read
from pipeline.intake.jats.inline import plain, text_of
from pipeline.intake.jats.location import location_of
from pipeline.intake.xml import select
from schemas.paper import Table


def tables(root: etree._Element) -> tuple[Table, ...]:
    """Every table of the article in document order, wherever it stands. Parts printed with it stay out."""
    wraps = select(root, ".//table-wrap[not(ancestor::sub-article) and not(ancestor::response)]")
    found = [table for number, wrap in enumerate(wraps, 1) for table in _tables(wrap, number)]
    return tuple(_with_unique_labels(found))


def cut_tables(root: etree._Element) -> tuple[str, ...]:
    """A warning for each table that has more rows than are read."""
    warnings = []
    for wrap in select(root, ".//table-wrap[.//table]"):
        for grid in wrap.findall(".//table"):
            read, count = rows_read(grid)
            if read < count:
                warnings.append(
                    f"{plain(wrap.find('label')) or 'a table'} has {count:,} rows: {read:,} of them are read"
                )
    return tuple(warnings)


def _tables(wrap: etree._Element, number: int) -> Iterator[Table]:
    """The tables of one wrap: one that is only a graphic has a caption and no cells."""
    grids = wrap.findall(".//table")
    label = plain(wrap.find("label")).rstrip(".: ") or f"Table {number}"
    section, role = location_of(wrap)
    base = Table(label=label, caption=_caption(wrap), notes=_notes(wrap), section=section, role=role, is_picture=True)
    if not grids:
        yield base
    for part, grid in enumerate(grids):
        yield _filled(base.model_copy(update={"label": label if part == 0 else f"{label} ({part + 1})"}), grid)


def _filled(base: Table, grid: etree._Element) -> Table:
    cells, heads = cells_of(grid)
    n_rows = max((cell.row + cell.row_span for cell in cells), default=0)
    n_columns = max((cell.column + cell.column_span for cell in cells), default=0)
    at = text_at(cells)
    top = heads or header_rows(at, n_rows, n_columns)
    left = header_columns(at, range(top, n_rows), n_columns)
    update = {
        "cells": cells, "n_rows": n_rows, "n_columns": n_columns,
        "header_rows": top, "header_columns": left, "is_picture": not cells,
    }  # fmt: skip
    return base.model_copy(update=update)


def _caption(wrap: etree._Element) -> str:
    caption = wrap.find("caption")
    return "" if caption is None else " ".join(filter(None, (text_of(part) for part in caption)))


def _notes(wrap: etree._Element) -> str:
    foot = wrap.find("table-wrap-foot")
    if foot is None:
        return ""
    leaves = select(foot, ".//fn | .//p[not(ancestor::fn)] | .//attrib[not(ancestor::fn)]")
    return " ".join(filter(None, (plain(leaf) for leaf in leaves)))


def _with_unique_labels(found: list[Table]) -> Iterator[Table]:
    seen: dict[str, int] = {}
    for table in found:
        count = seen[table.label] = seen.get(table.label, 0) + 1
        yield table if count == 1 else table.model_copy(update={"label": f"{table.label} [{count}]"})
