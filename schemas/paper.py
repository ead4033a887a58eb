"""A paper as read: sections with roles, tables as cell grids, figures, links, and the place of everything."""

from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from schemas.base import Part, Record, Sha256
from schemas.evidence import Box, Evidence, Place


class SourceFormat(StrEnum):
    """What the bytes are, by signature and root element; never by the file's name."""

    PDF = "pdf"
    JATS = "jats"
    HTML = "html"
    ELSEVIER = "elsevier"
    TEI = "tei"
    MARKDOWN = "markdown"
    LATEX = "latex"
    UNKNOWN = "unknown"


class SectionRole(StrEnum):
    """What a section is for."""

    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    METHODS = "methods"
    RESULTS = "results"
    DISCUSSION = "discussion"
    DATA_AVAILABILITY = "data_availability"
    CODE_AVAILABILITY = "code_availability"
    REFERENCES = "references"
    SUPPLEMENT = "supplement"
    OTHER = "other"


class SourceFile(Part):
    """The file a paper was read from. `name` is the base name only: absolute paths never enter the warehouse."""

    name: str
    format: SourceFormat
    sha256: Sha256
    bytes: int
    pages: int | None = None


class Block(Part):
    """One paragraph, list item or formula. Citation marks are left out of `text`."""

    text: str
    page: int | None = None
    box: Box | None = None


class Section(Part):
    """A section with its blocks. `path` is the titles from the top joined by ` > `."""

    path: str
    title: str
    role: SectionRole
    level: int = 1
    blocks: tuple[Block, ...] = ()


class Cell(Part):
    """A table cell. `text` has no superscript marks; they stand in `marks`. Indices count from 0.

    `page` is set where it is not that of the table: a table may run over several pages.
    """

    row: int
    column: int
    row_span: int = 1
    column_span: int = 1
    text: str = ""
    marks: str = ""
    bold: bool = False
    italic: bool = False
    disputed: bool = False
    page: int | None = None
    box: Box | None = None


class Table(Part):
    """A table as a grid. The first `header_rows` rows and `header_columns` columns are headers.

    `is_picture` marks a table that is an image: it has a label and a caption, and no cells.
    `inner_headers` are body rows that are headers for the rows below them, where the headers change inside a table.
    `disputed` on a cell means that two readings of its number differ, or that OCR read it.
    """

    label: str
    caption: str = ""
    notes: str = ""
    section: str | None = None
    role: SectionRole = SectionRole.OTHER
    page: int | None = None
    box: Box | None = None
    n_rows: int = 0
    n_columns: int = 0
    header_rows: int = 1
    header_columns: int = 1
    inner_headers: tuple[int, ...] = ()
    is_picture: bool = False
    cells: tuple[Cell, ...] = ()

    @cached_property
    def _grid(self) -> dict[tuple[int, int], Cell]:
        return {
            (r, c): cell
            for cell in self.cells
            for r in range(cell.row, cell.row + cell.row_span)
            for c in range(cell.column, cell.column + cell.column_span)
        }

    def cell(self, row: int, column: int) -> Cell | None:
        """The cell that covers a position, spans included."""
        return self._grid.get((row, column))

    def text(self, row: int, column: int) -> str:
        """The text at a position, empty when no cell covers it."""
        found = self.cell(row, column)
        return found.text if found else ""

    def header_of(self, column: int, row: int | None = None) -> str:
        """The header texts above a column, top down, each once, joined by ` | `.

        Where the headers change inside the table, those above `row`; without one, those on top.
        """
        texts = [self.text(header, column) for header in self._headers_above(row)]
        return " | ".join(dict.fromkeys(text for text in texts if text))

    def _headers_above(self, row: int | None) -> range | tuple[int, ...]:
        """The block of inner header rows nearest above a row, else the header rows."""
        above = [header for header in self.inner_headers if row is not None and header < row]
        block = tuple(header for i, header in enumerate(above) if above[-1] - header == len(above) - 1 - i)
        return block or range(self.header_rows)

    def name_of(self, row: int) -> str:
        """The header texts left of a row, each once, joined by ` | `."""
        texts = [self.text(row, column) for column in range(self.header_columns)]
        return " | ".join(dict.fromkeys(text for text in texts if text))

    def place(self, row: int | None = None, column: int | None = None) -> Place:
        """The place of the table, or of one of its cells."""
        found = self.cell(row, column) if row is not None and column is not None else None
        return Place(
            section=self.section,
            table=self.label,
            row=None if row is None else self.name_of(row) or f"row {row + 1}",
            column=None if column is None else self.header_of(column, row) or f"column {column + 1}",
            page=(found and found.page) or self.page,
            box=(found and found.box) or self.box,
        )

    def evidence(self, row: int, column: int) -> Evidence:
        """A cell as evidence: its printed text and its place."""
        return Evidence(quote=self.text(row, column), place=self.place(row, column))


class Figure(Part):
    """A figure by label and caption. `is_picture` is true when the figure holds no text of its own."""

    label: str
    caption: str = ""
    section: str | None = None
    page: int | None = None
    box: Box | None = None
    is_picture: bool = True


class Link(Part):
    """A URL, DOI or accession, whole again if it was broken over lines, with the sentence around it."""

    url: str
    host: str
    sentence: str = ""
    section: str | None = None
    role: SectionRole = SectionRole.OTHER
    page: int | None = None


ADDRESSES_A_MODEL = "addresses_a_model"
"""The kind of suspicion that is an order to a model."""


class Suspicion(Part):
    """A passage that a reader would not see, or that talks to a model instead of to a reader."""

    kind: str
    text: str
    page: int | None = None


class Paper(Record):
    """One paper. `paper_id` is derived from the DOI, else from the file's hash (see `pipeline.intake.identity`).

    `source` is the file whose text it has; `also_read` are other files of the same paper that went into it.
    """

    table: ClassVar[str] = "papers"
    key: ClassVar[tuple[str, ...]] = ("paper_id",)
    version: ClassVar[int] = 2

    source: SourceFile
    also_read: tuple[SourceFile, ...] = ()
    doi: str | None = None
    title: str = ""
    authors: tuple[str, ...] = ()
    journal: str | None = None
    year: int | None = None
    licence: str | None = None
    article_type: str | None = None
    subjects: tuple[str, ...] = ()
    first_page_labels: tuple[str, ...] = ()
    language: str | None = None
    is_complete: bool = True
    sections: tuple[Section, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    links: tuple[Link, ...] = ()
    suspicions: tuple[Suspicion, ...] = ()
    warnings: tuple[str, ...] = ()

    def sections_of(self, *roles: SectionRole) -> tuple[Section, ...]:
        """The sections with one of the given roles, in reading order."""
        return tuple(section for section in self.sections if section.role in roles)

    def text_of(self, *roles: SectionRole) -> str:
        """The text of the sections with one of the given roles (all but the references when none is given)."""
        wanted = roles or tuple(role for role in SectionRole if role != SectionRole.REFERENCES)
        return "\n\n".join(block.text for section in self.sections_of(*wanted) for block in section.blocks)

    @property
    def addresses_models(self) -> bool:
        """True where a passage gives orders to a model: what a model says of such a paper is a hint to people only."""
        return any(suspicion.kind == ADDRESSES_A_MODEL for suspicion in self.suspicions)

    def find(self, quote: str) -> tuple[Evidence, ...]:
        """Every place where a quote stands, in one block, caption, note or cell.

        White space, hyphenation, ligatures, quotes and dashes are normalised on both sides; nothing else is.
        """
        from schemas.grounding import find_in

        return find_in(self._index, quote)

    @cached_property
    def _index(self) -> "tuple[tuple[str, str, Place], ...]":
        from schemas.grounding import index_of

        return index_of(self)
