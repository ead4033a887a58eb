"""JATS: identity, sections with roles, tables with spans and marks, statements, links."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.intake.encodings import repaired
from pipeline.intake.jats import read_jats
from pipeline.intake.xml import parse
from schemas.paper import Paper, SectionRole

ReadPaper = Callable[[Path | str], Paper]
TEX = r"\documentclass[12pt]{minimal}\begin{document}$$0.36 \pm 0.01$$\end{document}"
MATHML = (
    '<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mn>1.2</mml:mn><mml:mo>×</mml:mo><mml:msup>'
    "<mml:mn>10</mml:mn><mml:mrow><mml:mo>-</mml:mo><mml:mn>3</mml:mn></mml:mrow></mml:msup></mml:math>"
)


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


def test_oasis_tables_have_the_cells_and_spans_of_others() -> None:
    table = read_jats(
        parse(
            _article(
                '<table-wrap xmlns:oasis="http://docs.oasis-open.org/ns/oasis-exchange/table"><label>Table 1</label>'
                '<oasis:table><oasis:tgroup cols="3"><oasis:colspec colname="a"/><oasis:colspec colname="b"/>'
                '<oasis:colspec colname="c"/><oasis:thead><oasis:row><oasis:entry morerows="1">M</oasis:entry>'
                '<oasis:entry namest="b" nameend="c">Set</oasis:entry></oasis:row><oasis:row>'
                "<oasis:entry>X</oasis:entry>"
                "<oasis:entry>Y</oasis:entry></oasis:row></oasis:thead><oasis:tbody><oasis:row><oasis:entry>Ours"
                "</oasis:entry><oasis:entry><bold>0.9</bold></oasis:entry><oasis:entry>0.8<sup>a</sup></oasis:entry>"
                "</oasis:row></oasis:tbody></oasis:tgroup></oasis:table></table-wrap>"
            )
        )
    ).tables[0]
    assert (table.header_rows, table.header_of(2), table.name_of(2)) == (2, "Set | Y", "Ours")
    assert [(c.text, c.marks, c.bold) for c in table.cells if c.row == 2] == [
        ("Ours", "", False),
        ("0.9", "", True),
        ("0.8", "a", False),
    ]


def test_of_alternatives_the_table_is_read_and_not_its_picture() -> None:
    wrap = (
        '<table-wrap><label>Table 1</label><alternatives><graphic xlink:href="t1"/><table><tr><th>M</th></tr>'
        "<tr><td>0.9</td></tr></table></alternatives></table-wrap>"
    )
    table = read_jats(parse(_article(wrap))).tables[0]
    assert (table.is_picture, table.text(1, 0)) == (False, "0.9")


@pytest.mark.parametrize(
    ("cell", "text", "marks"),
    [
        ("0.92<sup>+0.01</sup><sub>−0.02</sub>", "0.92 +0.01 −0.02", ""),
        ("92.3<sub>0.4</sub>", "92.3 (0.4)", ""),
        ("92.3<sub>±0.4</sub>", "92.3 ±0.4", ""),
        ("log<sub>10</sub> F<sub>1</sub>", "log10 F1", ""),
        ("1.2 × 10<sup>−3</sup>", "1.2 × 10^−3", ""),
        ("88.85<sup>7</sup>", "88.85", "7"),
        (f"<inline-formula><tex-math>{TEX}</tex-math></inline-formula>", "0.36 ± 0.01", ""),
        (
            f"<inline-formula><alternatives><tex-math>{TEX}</tex-math>{MATHML}</alternatives></inline-formula>",
            "1.2×10^-3",
            "",
        ),
    ],
)
def test_numbers_beside_numbers_never_melt_together(cell: str, text: str, marks: str) -> None:
    wrap = f"<table-wrap><label>Table 1</label><table><tr><th>M</th></tr><tr><td>{cell}</td></tr></table></table-wrap>"
    found = read_jats(parse(_article(wrap))).tables[0].cell(1, 0)
    assert found is not None and (found.text, found.marks) == (text, marks)


def test_a_number_in_bold_is_bold_whatever_its_spread() -> None:
    wrap = (
        "<table-wrap><table><tr><td><bold>0.92</bold> ± 0.01</td><td>We <bold>win</bold></td></tr></table></table-wrap>"
    )
    assert [cell.bold for cell in read_jats(parse(_article(wrap))).tables[0].cells] == [True, False]


def test_display_formulas_are_kept_as_tex() -> None:
    formula = '<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML">'
    fraction = (
        f"{formula}<mml:mfrac><mml:mi>a</mml:mi><mml:msub><mml:mi>b</mml:mi><mml:mn>1</mml:mn></mml:msub></mml:mfrac>"
    )
    assert _text(f"so <disp-formula>{fraction}</mml:math></disp-formula> holds") == r"so \frac{a}{b_{1}} holds"
    assert _text(f"so <disp-formula><tex-math>{TEX}</tex-math></disp-formula> holds") == r"so 0.36 \pm 0.01 holds"
    assert _text("so <disp-formula>a = b</disp-formula> holds") == "so a = b holds"


def test_text_that_was_encoded_twice_is_read_once() -> None:
    once = _article("<sec><title>A</title><p>the network—named “Evo” — is Müller’s</p></sec>")
    twice = once.decode("utf-8").encode("utf-8").decode("latin-1").encode("utf-8")
    assert repaired(twice) == once and repaired(once) == once
    assert read_jats(parse(twice)).sections[0].passages[0].text == "the network—named “Evo” — is Müller’s"


def test_a_table_without_end_is_cut_and_said_to_be() -> None:
    """Spans of 1000 by 1000 cells would fill the memory from a few bytes."""
    rows = '<tr><td rowspan="1000" colspan="1000">1.5</td></tr>' * 300
    draft = read_jats(
        parse(_article(f"<table-wrap><label>Table 1</label><table><tr><th>M</th></tr>{rows}</table></table-wrap>"))
    )
    assert (draft.tables[0].n_rows, draft.tables[0].text(0, 0)) == (1, "M")
    assert draft.warnings == ("Table 1 has 301 rows: 1 of them are read",)


def test_a_film_is_a_figure_with_its_links() -> None:
    film = (
        b'<media><label>Video 1.</label><caption><title>A film.</title><p>See <ext-link xlink:href="https://osf.io/ab1">'
        b"https://osf.io/ab1</ext-link>.</p></caption></media>"
    )
    head = b'<article xmlns:xlink="http://www.w3.org/1999/xlink"><front/><body><sec><title>Results</title>'
    (figure,) = read_jats(parse(head + film + b"</sec></body></article>")).figures
    assert (figure.label, figure.section) == ("Video 1", "Results")
    assert figure.caption == "A film. See https://osf.io/ab1."
