"""A paper as it was read: on a terminal its parts and tables, as a page each table's picture beside its cells."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from flows.show.console import line, print_table, shortened
from schemas.errors import PapergymError, UsageError
from schemas.evidence import Box
from schemas.paper import Cell, Paper, SourceFormat, Table

_TEMPLATES = Path(__file__).parent / "templates"
_WIDEST = 40

Draw = Callable[[Path, Sequence[tuple[int, Box]]], list[bytes]]
"""PNG pictures of parts of a PDF: (page, box), pages counted from 1."""


@dataclass(frozen=True)
class Shown:
    """A table with its pictures, one per page it stands on (as data URLs)."""

    table: Table
    pictures: tuple[str, ...] = ()


def show_reading(paper: Paper) -> None:
    """Print what the paper is, what it is made of, and every table as a grid; a `?` marks a disputed number."""
    line(f"{paper.title or paper.source.name}", style="bold")
    for name, value in facts(paper):
        line(f"  {name}: {value}")
    sections = [[s.role.value, s.path, str(len(s.blocks))] for s in paper.sections]
    print_table(["role", "section", "paragraphs"], sections)
    print_table(["link", "host", "section"], [[link.url, link.host, link.section or ""] for link in paper.links])
    for table in paper.tables:
        _show_table(table)
    for suspicion in paper.suspicions:
        line(f"suspicious ({suspicion.kind}, page {suspicion.page}): {shortened(suspicion.text)}", style="yellow")


def facts(paper: Paper) -> list[tuple[str, str]]:
    """What is known of the paper as a whole, in the order a reader looks for it."""
    pages = f", {paper.source.pages} pages" if paper.source.pages else ""
    known = (
        ("DOI", paper.doi),
        ("authors", ", ".join(paper.authors)),
        ("journal", " ".join(filter(None, (paper.journal, str(paper.year or ""))))),
        ("licence", paper.licence),
        ("read as", f"{paper.source.format}{pages}{''.join(f' + {file.name}' for file in paper.also_read)}"),
        ("complete", "" if paper.is_complete else "no: the full text is missing"),
        ("warnings", "; ".join(paper.warnings)),
    )
    return [(name, value.strip()) for name, value in known if value and value.strip()]


def _show_table(table: Table) -> None:
    page = f" (page {table.page})" if table.page else ""
    line(f"{table.label}{page}: {table.caption}", style="bold")
    if table.is_picture:
        line("  it is a picture: its cells cannot be read")
        return
    rows = [
        [_printed(table.cell(row, column), row, column) for column in range(table.n_columns)] for row in body(table)
    ]
    print_table([table.header_of(column) or " " for column in range(table.n_columns)], rows)
    if table.notes:
        line(f"  {table.notes}")


def body(table: Table) -> range:
    """The rows below the header."""
    return range(table.header_rows, table.n_rows)


def _printed(cell: Cell | None, row: int, column: int) -> str:
    """A cell where it starts; what it covers besides stays empty."""
    if cell is None or (cell.row, cell.column) != (row, column):
        return ""
    return f"{shortened(cell.text, _WIDEST)}{'^' + cell.marks if cell.marks else ''}{' ?' if cell.disputed else ''}"


def write_page(paper: Paper, path: Path, target: Path, draw: Draw) -> None:
    """Write one self-contained page. Raises UsageError where it cannot be written."""
    shown, problem = _with_pictures(paper, path, draw)
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), undefined=StrictUndefined, autoescape=True, trim_blocks=True
    )
    template = environment.get_template("reading.html.j2")
    text = template.render(paper=paper, facts=facts(paper), tables=shown, problem=problem)
    try:
        target.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(
            f"{target} cannot be written: {error.strerror}", "name a file in a folder that exists"
        ) from error


def _with_pictures(paper: Paper, path: Path, draw: Draw) -> tuple[list[Shown], str]:
    """Every table, with its pictures where the file is a PDF that can be drawn, else why there are none."""
    parts = [places(table) for table in paper.tables]
    if paper.source.format is not SourceFormat.PDF or not any(parts):
        return [Shown(table) for table in paper.tables], ""
    try:
        drawn = iter(draw(path, [place for of_table in parts for place in of_table]))
    except PapergymError as error:
        return [Shown(table) for table in paper.tables], str(error)
    urls = [tuple(_data_url(next(drawn)) for _ in of_table) for of_table in parts]
    return [Shown(table, of_table) for table, of_table in zip(paper.tables, urls, strict=True)], ""


def places(table: Table) -> list[tuple[int, Box]]:
    """The page and box of a table; of one that runs over several pages, for each of them around its cells."""
    found: dict[int, list[Box]] = {}
    for cell in table.cells:
        page = cell.page or table.page
        if page and cell.box:
            found.setdefault(page, []).append(cell.box)
    if table.page and table.box:
        found.setdefault(table.page, []).append(table.box)
    return [(page, _around(boxes)) for page, boxes in sorted(found.items())]


def _around(boxes: Sequence[Box]) -> Box:
    return Box(
        x0=min(box.x0 for box in boxes),
        y0=min(box.y0 for box in boxes),
        x1=max(box.x1 for box in boxes),
        y1=max(box.y1 for box in boxes),
    )


def _data_url(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode()}"
