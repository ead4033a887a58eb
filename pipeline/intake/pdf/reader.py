"""Putting a PDF together: front matter, sections, tables, figures, suspicions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pipeline.intake.draft import Draft
from pipeline.intake.mentions import figures_at_mentions, tables_at_mentions
from pipeline.intake.pdf.annotations import with_annotations
from pipeline.intake.pdf.captions import Caption, captions_of
from pipeline.intake.pdf.figures import figures
from pipeline.intake.pdf.flow import Flow, body_regions
from pipeline.intake.pdf.front import front
from pipeline.intake.pdf.headings import Outline
from pipeline.intake.pdf.hidden import hidden, visible
from pipeline.intake.pdf.model import Layout, Page, Region, pages_of
from pipeline.intake.pdf.order import in_reading_order
from pipeline.intake.pdf.prose import Vocabulary
from pipeline.intake.pdf.tables import TableRegion, tables, tables_in
from schemas.paper import SectionRole


@dataclass
class Places:
    """The section and role in which each float was met, by the id of its region."""

    paths: dict[int, str | None] = field(default_factory=dict)
    roles: dict[int, SectionRole] = field(default_factory=dict)

    def note(self, region: Region, flow: Flow) -> None:
        """Remember where the flow stands."""
        self.paths[id(region)] = flow.path
        self.roles[id(region)] = flow.role


def read_pdf(layout: Layout) -> Draft:
    """The draft of a document with at least one page."""
    printed = pages_of(layout)
    pages = tuple(replace(page, regions=in_reading_order(page.regions)) for page in visible(printed))
    regions = body_regions(pages)
    vocabulary = Vocabulary.of(regions)
    top = front(layout, pages)
    captions = captions_of(pages, regions, vocabulary)
    grids = tables_in(pages, captions)
    flow = Flow(pages, Outline(layout, regions, top.title), vocabulary)
    places = _run(flow, pages, regions, captions, grids, top.title)
    found, warnings = tables(grids, vocabulary, places.paths, places.roles, pages)
    sections = with_annotations(flow.sections(), pages)
    return Draft(
        front=top,
        sections=sections,
        tables=tables_at_mentions(found, sections),
        figures=figures_at_mentions(figures(pages, captions, places.paths), sections),
        suspicions=hidden(printed),
        warnings=(*_warnings(layout, pages), *warnings),
    )


def _warnings(layout: Layout, pages: Sequence[Page]) -> Iterator[str]:
    if layout["is_repaired"]:
        yield "the file was damaged and repaired"
    scanned = [page.number for page in pages if page.is_scan]
    if scanned:
        yield f"{len(scanned)} of {len(pages)} pages are scans, first page {scanned[0]}: their text was read by OCR"


def _run(
    flow: Flow,
    pages: Sequence[Page],
    regions: Sequence[Region],
    captions: Sequence[Caption],
    grids: Sequence[TableRegion],
    title: str,
) -> Places:
    """Let the text pass through the flow, and note where the floats stand."""
    places = Places()
    body = {id(region) for region in regions}
    floats = {id(region) for caption in captions for region in (caption.region, caption.title)}
    floats |= {id(note) for table in grids for note in table.notes}
    tabular = {id(region) for table in grids for region in (table.anchor, *table.covered)}
    for page in pages:
        for region in page.regions:
            if id(region) in floats | tabular:
                places.note(region, flow)
            elif region.has_grid:
                flow.take_cells(region)
            elif id(region) in body and not (page.number == 1 and _is_title(region, title)):
                flow.take(region)
    return places


def _is_title(region: Region, title: str) -> bool:
    """The title itself is no heading of the text."""
    text = "".join(span.text for line in region.lines for span in line.spans)
    letters = "".join(c for c in text.lower() if c.isalnum())
    wanted = "".join(c for c in title.lower() if c.isalnum())
    return bool(wanted) and wanted in letters and len(letters) < 2 * len(wanted) + 20
