"""From table regions to tables: grid, label, caption, notes, place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.intake.grids import inner_headers, is_number
from pipeline.intake.pdf.captions import Caption, assign, label_in
from pipeline.intake.pdf.model import Page, Region
from pipeline.intake.pdf.prose import Vocabulary, paragraph
from pipeline.intake.pdf.tables.beside import parted
from pipeline.intake.pdf.tables.continued import joined
from pipeline.intake.pdf.tables.crop import cropped, without_figure
from pipeline.intake.pdf.tables.doubts import of_scan
from pipeline.intake.pdf.tables.grid import Grid, grid_of
from pipeline.intake.pdf.tables.missed import covered, missed
from schemas.paper import SectionRole, Table

_NOTE_GAP = 14.0


@dataclass(frozen=True)
class TableRegion:
    """A table region (or none, where only the caption was found), its caption and the notes below.

    `anchor` is the region of the page that it came from, by which its place in the text is known; `covered` are
    regions of text that are parts of the table.
    """

    region: Region | None
    caption: Caption | None
    anchor: Region
    notes: tuple[Region, ...] = ()
    covered: tuple[Region, ...] = ()


def tables_in(pages: Sequence[Page], captions: Sequence[Caption]) -> list[TableRegion]:
    """The tables of a document in reading order, each with what belongs to it."""
    return [table for page in pages for table in _of_page(page, [c for c in captions if c.region.page == page.number])]


def _of_page(page: Page, captions: Sequence[Caption]) -> Iterator[TableRegion]:
    own = [caption for caption in captions if caption.is_table]
    whole = [region for region in page.regions if region.has_grid]
    grids, anchors = [], []
    for region in whole:
        for part in parted(without_figure(region, captions), own):
            grids.append(part)
            anchors.append(region)
    matched = _with_siblings(assign(own, grids), anchors)
    taken = {id(caption.region) for caption in captions}
    for index, region in enumerate(grids):
        caption = matched.get(index)
        if caption or not is_prose(region):
            notes = tuple(_notes(page, region, caption, taken))
            taken.update(id(note) for note in notes)
            yield TableRegion(region, caption, anchors[index], notes)
    found = {id(caption) for caption in matched.values()}
    for caption in own:
        if id(caption) not in found:
            late = missed(page, caption)
            yield TableRegion(late, caption, caption.region, covered=tuple(covered(page, late)) if late else ())


def _with_siblings(matched: dict[int, Caption], anchors: Sequence[Region]) -> dict[int, Caption]:
    """Parts of one region that have no caption of their own share that of the part beside them."""
    shared = {id(anchors[index]): caption for index, caption in matched.items()}
    return {i: matched.get(i) or shared[id(a)] for i, a in enumerate(anchors) if i in matched or id(a) in shared}


def is_prose(region: Region) -> bool:
    """True for text that the layout model took for a table: an author list, keywords beside an abstract."""
    texts = [text for row in region.raw["grid"]["texts"] for text in row if text.strip()]
    return sum(is_number(text) for text in texts) < 0.2 * len(texts)


def _notes(page: Page, table: Region, caption: Caption | None, taken: set[int]) -> Iterator[Region]:
    """Small print directly below a table, or below its caption where that stands there."""
    bottom = max(table.box.y1, caption.region.box.y1 if caption else 0.0)
    sizes = sorted(region.size for region in page.regions if region.kind == "text" for _ in region.lines)
    body = sizes[len(sizes) // 2] if sizes else 0.0
    for region in sorted(page.regions, key=lambda r: r.box.y0):
        is_text = region.kind in {"text", "footnote", "list-item", "caption"} and id(region) not in taken
        is_near = -3 <= region.box.y0 - bottom <= _NOTE_GAP and _overlaps(region, table)
        if is_text and is_near and (region.size < body - 0.3 or region.kind == "caption"):
            yield region
            bottom = region.box.y1


def _overlaps(region: Region, table: Region) -> bool:
    shared = min(region.box.x1, table.box.x1) - max(region.box.x0, table.box.x0)
    return shared > 0.5 * min(region.box.x1 - region.box.x0, table.box.x1 - table.box.x0)


def tables(
    found: Sequence[TableRegion],
    vocabulary: Vocabulary,
    paths: Mapping[int, str | None],
    roles: Mapping[int, SectionRole],
    pages: Sequence[Page],
) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables with unique labels, and warnings on what is doubtful in them."""
    heights = {page.number: page.height for page in pages}
    scanned = {page.number for page in pages if page.is_scan}
    made = []
    for item in found:
        anchor = id(item.anchor)
        place = {"section": paths.get(anchor), "role": roles.get(anchor, SectionRole.OTHER)}
        made.append(_table(item, vocabulary).model_copy(update=place))
    whole = [of_scan(_with_inner_headers(table), scanned) for table in _labelled(joined(made, heights))]
    return tuple(whole), tuple(warning for table in whole for warning in _warnings(table, scanned))


def _labelled(tables: Sequence[Table]) -> Iterator[Table]:
    """The tables with a label each of their own."""
    labels: set[str] = set()
    for table in tables:
        label = _unique(table.label, labels)
        labels.add(label)
        yield table.model_copy(update={"label": label})


def _with_inner_headers(table: Table) -> Table:
    found = inner_headers(table.text, table.header_rows, table.header_columns, table.n_rows, table.n_columns)
    return table.model_copy(update={"inner_headers": found})


def _table(item: TableRegion, vocabulary: Vocabulary) -> Table:
    region = item.region or item.anchor
    grid, box = Grid((), 0, 0, 0, 0), region.box
    if item.region:
        raw, box = cropped(item.region, item.caption.region if item.caption else None)
        grid = grid_of(raw, box)
    label, caption = (item.caption.label, item.caption.text) if item.caption else ("", "")
    if not item.caption:
        label, caption, grid = _with_caption_inside(grid)
    return Table(
        label=label or f"Table without caption on page {region.page}",
        caption=caption,
        notes=" ".join(paragraph(note.lines, vocabulary, keep_marks=True) for note in item.notes),
        page=region.page,
        box=box,
        n_rows=grid.n_rows,
        n_columns=grid.n_columns,
        header_rows=grid.header_rows,
        header_columns=grid.header_columns,
        is_picture=not grid.cells,
        cells=grid.cells,
    )


def _with_caption_inside(grid: Grid) -> tuple[str, str, Grid]:
    """Label, caption and the rest of a grid whose first row is its caption."""
    first = [cell for cell in grid.cells if cell.row == 0]
    found = label_in(first[0].text) if len(first) == 1 and grid.n_rows > 2 else None
    if found is None:
        return "", "", grid
    cells = tuple(cell.model_copy(update={"row": cell.row - 1}) for cell in grid.cells if cell.row > 0)
    rest = Grid(cells, grid.n_rows - 1, grid.n_columns, max(grid.header_rows - 1, 1), grid.header_columns)
    return *found, rest


def _unique(label: str, labels: set[str]) -> str:
    """A label that was printed before (a table continued on the next page) gets a number."""
    number = 2
    unique = label
    while unique in labels:
        unique, number = f"{label} ({number})", number + 1
    return unique


def _warnings(table: Table, scanned: set[int]) -> Iterator[str]:
    disputed = [cell for cell in table.cells if cell.disputed]
    if disputed and table.page in scanned:
        yield f"{table.label}: its page is a scan, and what OCR reads in a cell is in doubt"
    elif disputed:
        yield f"{table.label}: two readings of {len(disputed)} numbers differ, the first is {disputed[0].text!r}"
    if table.is_picture:
        yield f"{table.label}: a caption was found, but no cells could be read"
