"""TEI, as GROBID and as publishers' converters write it."""

from collections.abc import Callable
from pathlib import Path

from pipeline.intake.tei import read_tei
from pipeline.intake.xml import parse
from schemas.paper import Paper, SectionRole
from tests.intake.test_lmsuccsite import drawn

ReadPaper = Callable[[Path | str], Paper]

GROBID = b"""<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader xml:lang="en"><fileDesc>
<titleStmt><title level="a" type="main">A net for folds</title></titleStmt><publicationStmt><availability
status="unknown">
<licence target="https://creativecommons.org/licenses/by/4.0/"/></availability><date
when="2022-10-08"/></publicationStmt>
<sourceDesc><biblStruct><analytic><author><persName><forename
type="first">Jane</forename><surname>Doe</surname></persName>
</author></analytic><monogr><title level="j" type="main">Scientific Reports</title></monogr>
<idno type="DOI">10.1038/s41598-022-00000-1</idno></biblStruct></sourceDesc></fileDesc>
<profileDesc><abstract><div><p>We fold.</p></div></abstract></profileDesc></teiHeader>
<text xml:lang="en"><body><div><head n="1">Results</head>
<p>Our net <ref type="bibr" target="#b3">[4]</ref> wins in Table <ref type="table" target="#tab_0">1</ref>, see
<ref type="url" target="https://github.com/lab/net">the code</ref>.
<formula xml:id="formula_0">x = y<label>(1)</label></formula></p></div>
<figure type="table"
xml:id="tab_0"><head>Table 1 . Scores</head><label>1</label><figDesc>On the test set.</figDesc><table>
<row><cell>Tool</cell><cell cols="2">Set A</cell></row><row><cell></cell><cell>ACC</cell><cell>MCC</cell></row>
<row><cell>Net</cell><cell>0.91</cell><cell>0.36</cell></row></table><note>Best of five runs.</note></figure>
<figure xml:id="fig_0"><head>Fig. 1 .</head><label>1</label><figDesc>The network.</figDesc><graphic/></figure></body>
<back><div type="availability"><div><p>The data are at https://osf.io/abc12.</p></div></div>
<div type="acknowledgement"><div><head>Thanks</head><p>To all.</p></div></div>
<div type="references"><listBibl><biblStruct
xml:id="b3"><analytic><title>Old net</title></analytic></biblStruct></listBibl>
</div></back></text></TEI>"""


def test_what_grobid_writes() -> None:
    draft = read_tei(parse(GROBID))
    front = draft.front
    assert (front.title, front.doi, front.journal, front.year) == (
        "A net for folds",
        "10.1038/s41598-022-00000-1",
        "Scientific Reports",
        2022,
    )
    assert (front.authors, front.licence, front.language) == (
        ("Jane Doe",),
        "https://creativecommons.org/licenses/by/4.0/",
        "en",
    )
    assert [(section.path, section.role) for section in draft.sections] == [
        ("Abstract", SectionRole.ABSTRACT),
        ("Results", SectionRole.RESULTS),
        ("Data availability", SectionRole.DATA_AVAILABILITY),
        ("Thanks", SectionRole.OTHER),
        ("References", SectionRole.REFERENCES),
    ]
    results = draft.sections[1].passages[0]
    assert results.text == "Our net wins in Table 1, see the code. x = y"
    assert results.anchors == (("https://github.com/lab/net", "the code"),)


def test_tables_and_figures_belong_where_they_are_first_named() -> None:
    draft = read_tei(parse(GROBID))
    table = draft.tables[0]
    assert drawn(table) == "Tool | Set A | <\n | ACC | MCC\nNet | 0.91 | 0.36"
    assert (table.label, table.caption, table.notes) == ("Table 1", "Scores On the test set.", "Best of five runs.")
    assert (table.section, table.role) == ("Results", SectionRole.RESULTS)
    assert [(figure.label, figure.caption) for figure in draft.figures] == [("Fig. 1", "The network.")]


def test_tables_that_are_pictures_keep_label_caption_and_notes(read_paper: ReadPaper) -> None:
    paper = read_paper("pone.0198050.tei.xml")
    assert [(table.label, table.is_picture) for table in paper.tables] == [(f"Table {n}", True) for n in range(1, 6)]
    assert paper.tables[2].caption == "The element contents of core samples."
    assert paper.tables[2].notes == "bd: below detection limit."
    assert paper.figures[0].caption.startswith("Location and distribution of six oil wells")
