"""Pages of publishers, in the structure that each prints: what is the article, and what is the page around it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.intake import discover, read
from pipeline.intake.draft import Draft
from pipeline.intake.html import read_html
from schemas.paper import Paper, SectionRole
from tests.intake.test_lmsuccsite import drawn

ReadPaper = Callable[[Path | str], Paper]

NATURE = """<!DOCTYPE html><html lang="en"><head>
<link rel="canonical" href="https://www.nature.com/articles/s41598-022-00000-1">
<meta name="citation_title" content="A net for folds"><meta name="citation_doi" content="10.1038/s41598-022-00000-1">
<meta name="citation_journal_title" content="Scientific Reports"><meta name="dc.date" content="2022-10-08">
<meta name="citation_article_type" content="Article"><meta name="dc.creator" content="Doe, Jane">
<script type="application/ld+json">{"mainEntity":{"@type":"ScholarlyArticle","license":
"http://creativecommons.org/licenses/by/4.0/","keywords":["Machine learning","Proteomics"]}}</script></head>
<body><header><h2>Search</h2></header><article><div
class="c-article-header"><header><h1>A net for folds</h1></header></div>
<section data-title="Abstract"><h2>Abstract</h2><p>We fold.</p></section>
<section data-title="Results"><h2>Results</h2>
<p>As Table <a href="/articles/s41598-022-00000-1#Tab1">1</a> and Fig.&nbsp;<a href="/articles/x#Fig1">1a</a> show
<sup><a href="#ref-CR3" data-test="citation-ref">3</a></sup>, MCC is <span
class="mathjax-tex">\\(0.36 \\pm 0.01\\)</span>.</p>
<div class="c-article-table" data-test="inline-table" id="table-1"><figure><figcaption
class="c-article-table__figcaption">
<b id="Tab1" data-test="table-caption">Table 1 Results on the test set.</b></figcaption><div class="u-text-right">
<a class="c-article__pill-button" data-test="table-link" href="/articles/s41598-022-00000-1/tables/1">
<span>Full size table</span></a></div></figure></div>
<div class="c-article-section__figure" data-test="figure"><figure><figcaption><b id="Fig1">Figure 1</b></figcaption>
<div><a
href="/articles/x/figures/1">Full size image</a><div><p>The architecture.</p></div></div></figure></div></section>
<section data-title="Methods"><h2>Methods</h2><h3>Metrics</h3><p>We use MCC.</p></section>
<section data-title="Data availability"><h2>Data availability</h2><p>At
<a href="https://github.com/lab/net">https://github.com/lab/net</a>.</p></section>
<section data-title="About this
article"><h2>About this article</h2><h3>Cite this article</h3><p>Doe, J. 2022.</p></section>
<section
data-title="Comments"><h2>Comments</h2><p>By submitting a comment you agree.</p></section></article></body></html>"""

TABLE_PAGE = """<html><head><title>Table 1 Results on the test set. | Scientific Reports</title></head><body><main>
<article><h1 class="c-article-satellite-title">Table 1 Results on the test set.</h1>
<p>From: <a href="/articles/s41598-022-00000-1">A net for folds</a></p>
<div class="c-article-table-container"><table
class="data"><thead><tr><th><p>Tool</p></th><th><p>MCC</p></th></tr></thead>
<tbody><tr><td><p>GPSuc<sup><a
href="/articles/s41598-022-00000-1#ref-CR18">18</a></sup></p></td><td><p>0.30</p></td></tr>
<tr><td><p>Net</p></td><td><p><b>0.36</b><sup>a</sup></p></td></tr>
<tr><td><p>Old</p></td><td><p><span class="mathjax-tex">\\(0.29\\pm 0.02\\)</span></p></td></tr></tbody></table></div>
<div class="c-article-table-footer"><ul><li><p>Best in bold.</p></li><li><p><sup>a</sup>Mean.</p></li></ul></div>
</article></main></body></html>"""

TABLE = """
Tool | MCC
GPSuc{18} | 0.30
Net | 0.36{a}*
Old | 0.29 ± 0.02
"""


@pytest.fixture(scope="module")
def nature() -> Draft:
    """A page as nature.com and Springer print it, without its table page."""
    return read_html(NATURE.encode())


def test_front_matter_of_meta_tags_and_json_ld(nature: Draft) -> None:
    front = nature.front
    assert (front.title, front.doi, front.authors) == ("A net for folds", "10.1038/s41598-022-00000-1", ("Jane Doe",))
    assert (front.journal, front.year, front.article_type) == ("Scientific Reports", 2022, "Article")
    assert front.licence == "http://creativecommons.org/licenses/by/4.0/"
    assert front.subjects == ("Article", "Machine learning", "Proteomics")


def test_the_page_around_the_article_is_left_out(nature: Draft) -> None:
    assert [s.path for s in nature.sections] == ["Abstract", "Results", "Methods > Metrics", "Data availability"]


def test_citations_go_and_references_to_floats_and_formulas_stay(nature: Draft) -> None:
    assert nature.sections[1].passages[0].text == "As Table 1 and Fig. 1a show, MCC is 0.36 ± 0.01."


def test_a_table_on_another_page_is_reported(nature: Draft) -> None:
    assert [(t.label, t.caption, t.is_picture) for t in nature.tables] == [
        ("Table 1", "Results on the test set.", True)
    ]
    assert nature.warnings == ("Table 1 is on a page of its own that was not saved beside the article",)
    assert [(f.label, f.caption) for f in nature.figures] == [("Figure 1", "The architecture.")]


def test_a_table_page_fills_the_place_of_its_caption() -> None:
    draft = read_html(NATURE.encode(), [TABLE_PAGE.encode()])
    table = draft.tables[0]
    assert drawn(table) == TABLE.strip()
    assert (table.notes, table.section, table.header_rows) == ("Best in bold. a Mean.", "Results", 1)
    assert draft.warnings == ()


def test_a_table_page_of_another_article_is_not_taken() -> None:
    other = TABLE_PAGE.replace("s41598-022-00000-1", "s41598-019-99999-9")
    assert read_html(NATURE.encode(), [other.encode()]).tables[0].is_picture


@pytest.mark.parametrize(
    "name", ["paper_files/Table 1.html", "paper_files/tables/1.html", "tables/1", "paper_table1.html", "tables/1.htm"]
)
def test_table_pages_are_found_beside_the_article_and_are_no_papers(tmp_path: Path, name: str) -> None:
    (tmp_path / "paper.html").write_text(NATURE)
    page = tmp_path / name
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(TABLE_PAGE)
    assert discover([tmp_path]) == (tmp_path / "paper.html",)
    paper = next(r for r in read(tmp_path / "paper.html", None).records if isinstance(r, Paper))  # type: ignore[arg-type]
    assert drawn(paper.tables[0]) == TABLE.strip()


def test_plos_prints_tables_as_pictures_and_statements_as_run_in_headings() -> None:
    draft = read_html(
        b'<html><head><meta name="citation_title" content="T"></head><body><p id="artType">Research Article</p>'
        b'<div id="artText"><div class="abstract toc-section"><h2>Abstract</h2><p>We do.</p></div>'
        b'<div class="articleinfo"><p><strong>Citation: </strong>Doe (2020)</p>'
        b'<p><strong>Data Availability: </strong>All data are at <a href="https://osf.io/abc12">OSF</a>.</p></div>'
        b'<div class="section toc-section"><h2>Results</h2><p>See <a href="#pone-0058242-t001">Table 1</a>'
        b'<a href="#pone.0058242-Levey1" class="ref-tip">[1]</a>.</p>'
        b'<div class="figure" data-doi="10.1371/journal.pone.0058242.t001">'
        b'<div class="figure-inline-download">Download:'
        b'<ul><li><a href="x">PNG larger image</a></li></ul></div><div class="figcaption"><span>Table 1. </span>'
        b"Patients.</div></div></div></div></body></html>"
    )
    assert draft.front.article_type == "Research Article"
    assert [(t.label, t.caption, t.is_picture) for t in draft.tables] == [("Table 1", "Patients.", True)]
    roles = {section.role: section for section in draft.sections}
    assert roles[SectionRole.DATA_AVAILABILITY].passages[0].anchors == (("https://osf.io/abc12", "OSF"),)
    assert roles[SectionRole.RESULTS].passages[0].text == "See Table 1."


def test_elife_puts_titles_into_headers_and_labels_outside_of_figures() -> None:
    draft = read_html(
        b'<html><head><meta name="dc.title" content="T">'
        b'<meta name="dc.rights" content="distributed under the licence X">'
        b'</head><body><header><h2>Menu</h2></header><main role="main"><section class="article-section" id="s1">'
        b'<header class="article-section__header"><h2>Introduction</h2></header><div class="article-section__body">'
        b'<p class="paragraph">As (<a href="#bib12">Smith et al., 2012</a>) say.</p>'
        b'<div class="asset-viewer-inline asset-viewer-inline--table"><div class="asset-viewer-inline__header_panel">'
        b'<span class="asset-viewer-inline__header_text__prominent">Table 1</span></div>'
        b'<figure class="captioned-asset">'
        b'<figcaption class="captioned-asset__caption"><h6 class="caption-text__heading">Scores.</h6></figcaption>'
        b'<div class="table"><table><tr><th>M</th><th>ACC</th></tr><tr><td>a</td><td>0.9</td></tr></table>'
        b"</div></figure>"
        b"</div></div></section><section><header><h2>Methods</h2></header><p>M.</p></section>"
        b"<section><header><h2>Discussion</h2></header><p>D.</p></section></main></body></html>"
    )
    assert [section.path for section in draft.sections] == ["Introduction", "Methods", "Discussion"]
    assert draft.sections[0].passages[0].text == "As (Smith et al., 2012) say."
    assert [(t.label, t.caption, drawn(t)) for t in draft.tables] == [("Table 1", "Scores.", "M | ACC\na | 0.9")]
    assert draft.front.licence == "distributed under the licence X"


def test_utf_8_is_read_as_such_whatever_the_page_says() -> None:
    page = NATURE.replace("<head>", '<head><meta charset="iso-8859-1">').replace("We fold.", "The network—named “Evo”.")
    assert read_html(page.encode()).sections[0].passages[0].text == "The network—named “Evo”."
    latin = NATURE.replace("<head>", '<head><meta charset="windows-1252">').replace("We fold.", "Müller’s")
    assert read_html(latin.encode("cp1252")).sections[0].passages[0].text == "Müller’s"


def test_the_page_of_an_archive_and_its_xml_say_the_same(read_paper: ReadPaper) -> None:
    page, xml = read_paper("PMC8885717.html"), read_paper("PMC8885717.xml")
    assert (page.doi, page.title, page.journal, page.year) == (xml.doi, xml.title, xml.journal, xml.year)
    for mine, other in zip(page.tables, xml.tables, strict=True):
        assert (mine.label, mine.n_rows, mine.n_columns) == (other.label, other.n_rows, other.n_columns)
        assert [cell.text for cell in mine.cells] == [cell.text for cell in other.cells]
    assert any("–" in cell.text for cell in xml.tables[0].cells), "the XML was encoded twice"
    assert {f.label for f in page.figures} == {f.label for f in xml.figures}
    assert page.find("We assessed the accuracy of the table JSON output generated from non-PMC linked tables")


def test_a_page_of_nature_from_its_abstract_to_its_statements(read_paper: ReadPaper) -> None:
    paper = read_paper("s41586-021-03819-2.html")
    assert paper.licence == "http://creativecommons.org/licenses/by/4.0/"
    assert paper.find("The key principle of the building block of the network—named Evoformer (Figs. 1e, 3a)")
    assert "Methods > Metrics" in [section.path for section in paper.sections]
    assert not any("Heyrovska" in block.text for section in paper.sections for block in section.blocks)
    code = {link.url for link in paper.links if link.role is SectionRole.CODE_AVAILABILITY}
    assert "https://github.com/deepmind/alphafold" in code
