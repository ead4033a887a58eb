"""Several files of one paper: text and cells from the most structured, places from the PDF, doubts from both."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.intake.merge import groups, merge
from schemas.paper import Block, Cell, Figure, Link, Paper, Section, SectionRole, SourceFile, SourceFormat, Table

ReadPaper = Callable[[Path | str], Paper]
PAIRS = ("hindawi-PMC4736379", "hindawi-PMC4686705", "pone.0198050")
BODY = "We train the network on the training set and measure it on the test set. " * 40


@pytest.fixture(scope="module", params=PAIRS)
def pair(request: pytest.FixtureRequest, read_paper: ReadPaper) -> tuple[Paper, Paper, Paper]:
    """XML, PDF, and both in one."""
    xml, pdf = read_paper(f"{request.param}.xml"), read_paper(f"{request.param}.pdf")
    return xml, pdf, merge([pdf, xml])


def test_the_xml_leads_and_the_pdf_is_named(pair: tuple[Paper, Paper, Paper]) -> None:
    xml, pdf, merged = pair
    assert (merged.source, merged.also_read, merged.paper_id) == (xml.source, (pdf.source,), xml.paper_id)
    assert [section.path for section in merged.sections] == [section.path for section in xml.sections]
    assert merged.text_of() == xml.text_of()
    assert merged.is_complete


def test_paragraphs_get_their_pages(pair: tuple[Paper, Paper, Paper]) -> None:
    _, pdf, merged = pair
    body = [b for s in merged.sections for b in s.blocks if s.role is not SectionRole.REFERENCES and len(b.text) > 60]
    assert sum(block.page is not None for block in body) >= 0.97 * len(body)
    assert sum(block.box is not None for block in body) >= 0.8 * len(body)
    pages = [block.page for block in body if block.page]
    assert max(pages) <= (pdf.source.pages or 0)
    alike = [found for block in body if block.page for found in pdf.find(block.text[:60]) if found.place.page]
    assert alike and sum(a.place.page in pages for a in alike) == len(alike)


def test_cells_are_those_of_the_xml_with_boxes_of_the_pdf(pair: tuple[Paper, Paper, Paper]) -> None:
    xml, _, merged = pair
    assert [t.label for t in merged.tables] == [t.label for t in xml.tables]
    for mine, other in zip(merged.tables, xml.tables, strict=True):
        assert [cell.text for cell in mine.cells] == [cell.text for cell in other.cells]
        assert mine.page is not None and mine.box is not None
    cells = [cell for table in merged.tables for cell in table.cells if cell.text]
    assert sum(cell.box is not None for cell in cells) >= 0.8 * len(cells)


def test_the_box_of_a_cell_is_where_the_pdf_prints_its_text(pair: tuple[Paper, Paper, Paper]) -> None:
    _, pdf, merged = pair
    printed = {(t.page, c.box): c.text for t in pdf.tables for c in t.cells}
    for table in merged.tables:
        boxed = [cell for cell in table.cells if cell.box is not None and cell.text]
        alike = sum("".join(printed[table.page, c.box].split()) == "".join(c.text.split()) for c in boxed)
        assert alike >= 0.85 * len(boxed), table.label


def test_readings_that_agree_have_no_number_in_dispute(pair: tuple[Paper, Paper, Paper]) -> None:
    merged = pair[2]
    assert not [cell.text for table in merged.tables for cell in table.cells if cell.disputed]


def test_a_number_that_the_readings_give_differently_is_in_dispute(read_paper: ReadPaper) -> None:
    xml, pdf = read_paper("hindawi-PMC4736379.xml"), read_paper("hindawi-PMC4736379.pdf")
    table = xml.tables[0]
    changed = table.model_copy(
        update={
            "cells": tuple(c.model_copy(update={"text": "31.7"}) if c is table.cells[-5] else c for c in table.cells)
        }
    )
    merged = merge([xml.model_copy(update={"tables": (changed, *xml.tables[1:])}), pdf])
    assert [cell.text for t in merged.tables for cell in t.cells if cell.disputed] == ["31.7"]
    assert any("Table 1: 1 number differs" in warning for warning in merged.warnings)


def test_the_order_of_the_files_changes_nothing(read_paper: ReadPaper) -> None:
    papers = [read_paper(name) for name in ("pone.0198050.xml", "pone.0198050.pdf", "pone.0198050.tei.xml")]
    merged = merge(papers)
    for seed in range(3):
        random.Random(seed).shuffle(papers)
        assert merge(papers) == merged
    assert [source.format for source in merged.also_read] == [SourceFormat.TEI, SourceFormat.PDF]


def test_tei_gives_the_text_and_the_pdf_the_tables(read_paper: ReadPaper) -> None:
    """What GROBID sees and what pymupdf sees: sections and references of the one, cells and pages of the other."""
    tei, pdf = read_paper("pone.0198050.tei.xml"), read_paper("pone.0198050.pdf")
    merged = merge([pdf, tei])
    assert merged.source.format is SourceFormat.TEI
    assert merged.tables[0].cells == pdf.tables[0].cells
    assert len(merged.sections_of(SectionRole.REFERENCES)[0].blocks) > 40
    assert {link.url for link in pdf.links} <= {link.url for link in merged.links}


def source(form: SourceFormat, name: str = "") -> SourceFile:
    """A source file."""
    digest = f"{list(SourceFormat).index(form):064x}"
    return SourceFile(name=name or f"a.{form}", format=form, sha256=digest, bytes=1)


def paper(form: SourceFormat, **fields: object) -> Paper:
    """A complete reading with one section."""
    section = Section(path="Methods", title="Methods", role=SectionRole.METHODS, blocks=(Block(text=BODY),))
    known = {"paper_id": f"p-{form}", "source": source(form), "sections": (section,)}
    return Paper(**{**known, **fields})


def test_a_single_reading_is_given_back() -> None:
    only = paper(SourceFormat.PDF)
    assert merge([only]) is only


def test_what_one_reading_lacks_another_gives() -> None:
    html = paper(SourceFormat.HTML, doi="10.1234/x", title="T", tables=(Table(label="Table 1", is_picture=True),))
    cells = (Cell(row=0, column=0, text="M"), Cell(row=1, column=0, text="0.9"))
    grid = Table(label="TABLE I.", caption="C.", cells=cells, n_rows=2, n_columns=1, page=3)
    pdf = paper(SourceFormat.PDF, licence="CC BY", tables=(grid,), figures=(Figure(label="Figure 1", page=2),))
    merged = merge([pdf, html])
    assert (merged.doi, merged.paper_id, merged.licence) == ("10.1234/x", "10.1234_x", "CC BY")
    assert [(t.caption, t.page, len(t.cells)) for t in merged.tables] == [("C.", 3, 2)]
    assert [figure.label for figure in merged.figures] == ["Figure 1"]


def test_a_cut_off_copy_is_not_used() -> None:
    short = Section(path="Methods", title="Methods", role=SectionRole.METHODS, blocks=(Block(text=BODY[:700]),))
    xml = paper(SourceFormat.JATS, sections=(short,), is_complete=False)
    pdf = paper(SourceFormat.PDF)
    merged = merge([xml, pdf])
    assert (merged.source, merged.also_read) == (pdf.source, ())
    assert merged.warnings == ("a.jats is not the full text and was not used",)


def test_of_two_incomplete_readings_the_longer_stands_alone() -> None:
    xml = paper(SourceFormat.JATS, sections=(), is_complete=False)
    pdf = paper(SourceFormat.PDF, is_complete=False)
    assert merge([xml, pdf]).source == pdf.source


def test_a_link_that_one_reading_cut_off_is_the_whole_one() -> None:
    whole = Link(url="https://github.com/lab/tool", host="github.com", section="Methods")
    cut = Link(url="https://github.com/lab/", host="github.com", page=4)
    more = Link(url="https://zenodo.org/record/1", host="zenodo.org", page=5)
    merged = merge([paper(SourceFormat.JATS, links=(whole,)), paper(SourceFormat.PDF, links=(cut, more))])
    assert [(link.url, link.page) for link in merged.links] == [
        ("https://github.com/lab/tool", 4),
        ("https://zenodo.org/record/1", 5),
    ]


def test_a_supplement_is_attached_and_searchable() -> None:
    block = Block(text="The learning rate was 0.001 in all runs.", page=2)
    section = Section(path="Training", title="Training", role=SectionRole.METHODS, blocks=(block,))
    cells = (Cell(row=0, column=0, text="0.77"),)
    table = Table(label="Table 1", cells=cells, n_rows=1, n_columns=1, page=2)
    extra = paper(SourceFormat.PDF, title="Supplementary Information", sections=(section,), tables=(table,))
    extra = extra.model_copy(update={"is_complete": False, "source": source(SourceFormat.PDF, "supp.pdf")})
    merged = merge([extra, paper(SourceFormat.JATS, tables=(Table(label="Table 1", caption="Own."),))])
    place = merged.find("learning rate was 0.001")[0].place
    assert (place.section, place.page) == ("Supplement > Training", None)
    assert [(t.label, t.role) for t in merged.tables][1] == ("Supplementary Table 1", SectionRole.SUPPLEMENT)
    assert merged.also_read[0].name == "supp.pdf" and merged.is_complete


def test_who_belongs_together() -> None:
    folder = Path("papers")
    readings = [
        (folder / "x.pdf", paper(SourceFormat.PDF)),
        (folder / "x.tei.xml", paper(SourceFormat.TEI)),
        (folder / "y.pdf", paper(SourceFormat.PDF, doi="10.1234/y")),
        (folder / "other" / "z.xml", paper(SourceFormat.JATS, doi="10.1234/y")),
        (folder / "x_supp.pdf", paper(SourceFormat.PDF, is_complete=False)),
    ]
    assert groups(readings) == ((0, 1, 4), (2, 3))


def test_two_dois_are_never_one_paper() -> None:
    folder = Path("papers")
    readings = [
        (folder / "x.pdf", paper(SourceFormat.PDF, doi="10.1234/a")),
        (folder / "x.xml", paper(SourceFormat.JATS, doi="10.1234/b")),
        (folder / "supp.pdf", paper(SourceFormat.PDF, title="Supporting Information", is_complete=False)),
    ]
    assert groups(readings) == ((0,), (1,), (2,)), "and a supplement that may be of either stays alone"
