"""From the words of a table and the model's row and column lines to cells."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.intake.grids import header_columns
from pipeline.intake.pdf.model import Layout
from pipeline.intake.pdf.tables.chunks import chunks_of
from pipeline.intake.pdf.tables.doubts import doubted
from pipeline.intake.pdf.tables.groups import span_group_values, span_lone_values, span_rows
from pipeline.intake.pdf.tables.headers import close_columns, count_header_rows, part_headers, span_headers
from pipeline.intake.pdf.tables.refine import refined_columns, refined_rows
from pipeline.intake.pdf.tables.slots import Slots, cells_of, text_in_slots
from pipeline.intake.pdf.tables.words import Word, words_of
from pipeline.intake.pdf.tables.wrapped import unwrapped
from schemas.evidence import Box
from schemas.paper import Cell


@dataclass(frozen=True)
class Grid:
    """The cells of a table with its measures."""

    cells: tuple[Cell, ...]
    n_rows: int
    n_columns: int
    header_rows: int
    header_columns: int


def grid_of(raw: Layout, area: Box) -> Grid:
    """The grid of a table region with the layout model's lines, its characters and its rules."""
    model = raw["grid"]
    lines = words_of(raw["spans"], area)
    columns = refined_columns(lines, model["columns"])
    if len(columns) > len(model["columns"]):
        lines = words_of(raw["spans"], area, columns[1:-1])
    rows = refined_rows(lines, model["rows"], columns, raw["rules"])
    slots = Slots()
    for line in lines:
        for chunk in chunks_of(line, columns):
            slots.add(_row_of(line, rows), chunk)
    n_rows, n_columns = len(rows) - 1, len(columns) - 1
    top = count_header_rows(slots, raw, n_rows, n_columns)
    close_columns(slots, top, n_columns)
    part_headers(slots, raw["rules"], columns, top)
    span_headers(slots, raw["rules"], columns, top)
    body = range(top, n_rows)
    unwrapped(slots, body, raw["rules"])
    left = header_columns(text_in_slots(slots), body, n_columns)
    span_lone_values(slots, body, left, n_columns)
    span_rows(slots, body, left)
    span_group_values(slots, body, left, n_columns)
    cells = tuple(cells_of(slots, raw.get("reading", model)))
    return _compact(Grid(doubted(cells), n_rows, n_columns, top, left))


def _row_of(line: Sequence[Word], rows: Sequence[float]) -> int:
    """The row of a printed line: what stands on one baseline stands in one row."""
    middle = sum(word.middle for word in line) / len(line)
    return max((i for i in range(len(rows) - 1) if rows[i] <= middle), default=0)


def _compact(grid: Grid) -> Grid:
    """Without rows and columns in which nothing stands but what spans them."""
    rows = _kept(grid.n_rows, [range(cell.row, cell.row + cell.row_span) for cell in grid.cells])
    columns = _kept(grid.n_columns, [range(cell.column, cell.column + cell.column_span) for cell in grid.cells])
    cells = tuple(_moved(cell, rows, columns) for cell in grid.cells)
    top = sum(row < grid.header_rows for row in rows)
    left = sum(column < grid.header_columns for column in columns)
    return Grid(cells, len(rows), len(columns), top, left)


def _kept(count: int, spans: Sequence[range]) -> list[int]:
    """The rows or columns that hold something of their own, and the first of each span that holds none."""
    own = {span.start for span in spans if len(span) == 1}
    return sorted(own | {span.start for span in spans if not own & set(span)} & set(range(count)))


def _moved(cell: Cell, rows: Sequence[int], columns: Sequence[int]) -> Cell:
    down = [row for row in rows if cell.row <= row < cell.row + cell.row_span]
    across = [column for column in columns if cell.column <= column < cell.column + cell.column_span]
    return cell.model_copy(
        update={
            "row": rows.index(down[0]),
            "row_span": len(down),
            "column": columns.index(across[0]),
            "column_span": len(across),
        }
    )
