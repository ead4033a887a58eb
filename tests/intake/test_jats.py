"""JATS: identity, sections with roles, tables with spans and marks, statements, links."""

from collections.abc import Callable
from pathlib import Path

from pipeline.intake.jats import read_jats
from pipeline.intake.xml import parse
from schemas.paper import Paper, SectionRole

ReadPaper = Callable[[Path | str], Paper]


def _article(body: str = "", back: str = "", meta: str = "") -> bytes:
    return (
        '<article article-type="research-article" xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta>'
        f"<title-group><article-title>T</article-title></title-group>{meta}</article-meta></front>"
        f"<body>{body}</body><back>{back}</back></article>"
    ).encode()


def _text(body: str) -> str:
    return read_jats(parse(_article(f"<sec><title>A</title><p>{body}</p></sec>"))).sections[0].passages[0].text


def test_identity(read_paper: ReadPaper) -> None:
    paper = read_paper("plos-pone.0058242.xml")
    assert paper.paper_id == "10.1371_journal.pone.0058242"
    assert paper.title.startswith("Improved Glomerular Filtration Rate Estimation by an Artificial Neural Network")
    assert (paper.article_type, paper.journal, paper.year) == ("research-article", "PLoS ONE", 2013)
    assert paper.subjects[0] == "Research Article"
    assert len(paper.authors) > 3


def test_roles_follow_types_titles_and_parents(read_paper: ReadPaper) -> None:
    roles = {section.path: section.role for section in read_paper("plos-pone.0058242.xml").sections}
    assert {role for path, role in roles.items() if path.startswith("Abstract")} == {SectionRole.ABSTRACT}
    assert {SectionRole.METHODS, SectionRole.RESULTS, SectionRole.DISCUSSION} <= set(roles.values())
    assert roles["References"] is SectionRole.REFERENCES


def test_tables_that_are_graphics_have_a_caption_and_no_cells(read_paper: ReadPaper) -> None:
    tables = read_paper("plos-pmed.0020124.xml").tables
    assert [(t.label, t.is_picture, t.n_rows) for t in tables] == [(f"Table {n}", True, 0) for n in range(1, 5)]
    assert tables[0].caption


def test_an_article_inside_an_archive_answer(read_paper: ReadPaper) -> None:
    paper = read_paper("PMC8885717.xml")
    assert paper.paper_id == "10.3389_fdgth.2022.788124"
    assert len(paper.tables) == 4
    assert paper.sections_of(SectionRole.DATA_AVAILABILITY)


def test_several_header_rows_with_spans(read_paper: ReadPaper) -> None:
    table = read_paper("hindawi-PMC4736379.xml").tables[0]
    assert table.header_rows == 2
    assert table.header_of(1).endswith("Mean ± SD")
    assert table.header_of(1) != table.header_of(4)


def test_citation_marks_go_and_named_authors_stay() -> None:
    assert _text('as shown <xref ref-type="bibr" rid="b1">[1]</xref>, so') == "as shown, so"
    assert (
        _text('as shown<sup><xref ref-type="bibr" rid="b1">1</xref>,<xref ref-type="bibr" rid="b2">2</xref></sup>.')
        == "as shown."
    )
    assert _text('<xref ref-type="bibr" rid="b1">Smith et al. (2012)</xref> say so') == "Smith et al. (2012) say so"


def test_powers_stay_and_are_marked_as_such() -> None:
    assert _text("a rate of 10<sup>−3</sup> per m<sup>2</sup>") == "a rate of 10^−3 per m2"


def test_undefined_entities_are_read_without_their_dtd() -> None:
    assert _text("&alpha;&nbsp;&lt; 5&thinsp;&micro;m") == "α < 5 µm"


def test_cells_keep_marks_apart_and_spans_cover_positions() -> None:
    table = read_jats(
        parse(
            _article(
                '<p>see <table-wrap id="t"><label>Table 1.</label><caption><p>C</p></caption><table><thead>'
                '<tr><th rowspan="2">Method</th><th colspan="2">Set A</th></tr>'
                "<tr><th>ACC</th><th>R<sup>2</sup></th></tr>"
                '</thead><tbody><tr><td>Ours<xref ref-type="table-fn" rid="n"><sup>a</sup></xref></td>'
                "<td><bold>0.91</bold><sup>b</sup></td><td>1.2 × 10<sup>-3</sup></td></tr></tbody></table>"
                "<table-wrap-foot><fn><p>a ours</p></fn></table-wrap-foot></table-wrap></p>"
            )
        )
    ).tables[0]
    assert (table.label, table.caption, table.notes, table.header_rows) == ("Table 1", "C", "a ours", 2)
    assert (table.header_of(1), table.header_of(2), table.name_of(2)) == ("Set A | ACC", "Set A | R2", "Ours")
    assert [(c.text, c.marks, c.bold) for c in table.cells if c.row == 2] == [
        ("Ours", "a", False),
        ("0.91", "b", True),
        ("1.2 × 10^-3", "", False),
    ]


def test_statements_in_custom_metadata_and_footnotes() -> None:
    meta = (
        "<custom-meta-group><custom-meta><meta-name>Data Availability</meta-name><meta-value>All data are at "
        '<ext-link xlink:href="https://doi.org/10.5061/dryad.x1">Dryad</ext-link>.</meta-value></custom-meta>'
        "</custom-meta-group>"
    )
    back = "<notes><title>Code availability</title><p>On GitHub.</p></notes>"
    found = {s.role: s for s in read_jats(parse(_article("<p>Text.</p>", back, meta))).sections}
    assert found[SectionRole.DATA_AVAILABILITY].passages[0].anchors == (("https://doi.org/10.5061/dryad.x1", "Dryad"),)
    assert found[SectionRole.CODE_AVAILABILITY].passages[0].text == "On GitHub."
