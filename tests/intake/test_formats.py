"""Formats by signature, and the readers that go by way of JATS."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.intake.detect import detect
from pipeline.intake.elsevier import read_elsevier
from pipeline.intake.html import read_html
from pipeline.intake.markdown import read_markdown
from pipeline.intake.tei import read_tei
from pipeline.intake.xml import parse
from schemas.paper import Paper, SectionRole, SourceFormat

ReadPaper = Callable[[Path | str], Paper]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"junk\n\n%PDF-1.7", SourceFormat.PDF),
        (b"<!DOCTYPE html><html><body>x</body></html>", SourceFormat.HTML),
        (b'<?xml version="1.0"?><article><front/></article>', SourceFormat.JATS),
        (b'<article xmlns="http://docbook.org/ns/docbook"><para/></article>', SourceFormat.UNKNOWN),
        (b'<article xmlns="http://www.elsevier.com/xml/ja/dtd"><x/></article>', SourceFormat.ELSEVIER),
        (b"<full-text-retrieval-response/>", SourceFormat.ELSEVIER),
        (b'<TEI xmlns="http://www.tei-c.org/ns/1.0"/>', SourceFormat.TEI),
        (b"# Title\n\ntext", SourceFormat.MARKDOWN),
        (b"\\documentclass{article}", SourceFormat.LATEX),
        (b"PK\x03\x04....", SourceFormat.UNKNOWN),
        (b"", SourceFormat.UNKNOWN),
    ],
)
def test_the_bytes_tell_the_format(data: bytes, expected: SourceFormat) -> None:
    assert detect(data).format is expected


def test_elsevier(read_paper: ReadPaper) -> None:
    paper = read_paper("els-S1389128612002496.els.xml")
    assert (paper.source.format, paper.paper_id) == (SourceFormat.ELSEVIER, "10.1016_j.comnet.2012.07.003")
    assert (paper.title, paper.journal, paper.year) == (
        "Flow level detection and filtering of low-rate DDoS",
        "Computer Networks",
        2012,
    )
    assert len(paper.tables) == 6 and all(table.cells for table in paper.tables)
    assert len(paper.figures) == 16
    assert {SectionRole.ABSTRACT, SectionRole.INTRODUCTION, SectionRole.REFERENCES} <= {s.role for s in paper.sections}


def test_spans_of_cals_tables() -> None:
    data = (
        b'<article xmlns="http://www.elsevier.com/xml/ja/dtd" xmlns:ce="http://www.elsevier.com/xml/common/dtd">'
        b"<ce:floats>"
        b'<ce:table id="t1"><ce:label>Table 1</ce:label><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/>'
        b'<colspec colname="c"/><thead><row><entry morerows="1">M</entry>'
        b'<entry namest="b" nameend="c">Set</entry></row>'
        b"<row><entry>X</entry><entry>Y</entry></row></thead><tbody><row><entry>Ours</entry><entry>1</entry>"
        b"<entry>2</entry></row></tbody></tgroup></ce:table></ce:floats></article>"
    )
    table = read_elsevier(parse(data)).tables[0]
    assert (table.header_of(2), table.header_rows, table.name_of(2), table.text(2, 2)) == ("Set | Y", 2, "Ours", "2")


def test_tei() -> None:
    data = (
        b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>A title</title></titleStmt>'
        b'<sourceDesc><biblStruct><idno type="DOI">10.1/not</idno></biblStruct></sourceDesc></fileDesc></teiHeader>'
        b"<text>"
        b'<body><div><head>Results</head><p>As seen <ref type="bibr">[2]</ref> in Table 1.</p></div>'
        b'<figure type="table"><head>Table 1</head><figDesc>Scores.</figDesc><table><row><cell>M</cell><cell>ACC</cell>'
        b"</row><row><cell>Ours</cell><cell>0.9</cell></row></table></figure></body></text></TEI>"
    )
    draft = read_tei(parse(data))
    assert draft.front.title == "A title"
    assert draft.sections[0].passages[0].text == "As seen in Table 1."
    assert (draft.tables[0].label, draft.tables[0].text(1, 1)) == ("Table 1", "0.9")


def test_html() -> None:
    draft = read_html(
        b'<html><head><meta name="citation_title" content="A title"><meta name="citation_doi" content="10.1234/x">'
        b"</head><body><nav><h2>Menu</h2></nav><article><h2>Methods</h2><h3>Data</h3><p>See "
        b'<a href="https://github.com/a/b">here</a><sup><a href="#r1">1</a></sup>.</p>'
        b'<section class="tw"><h4>Table 1.</h4>'
        b"<div><table><thead><tr><th>M</th><th>ACC</th></tr></thead><tbody><tr><td>Ours</td><td>0.9</td></tr></tbody>"
        b"</table></div></section></article></body></html>"
    )
    assert (draft.front.title, draft.front.doi) == ("A title", "10.1234/x")
    assert [section.path for section in draft.sections] == ["Methods > Data"]
    assert draft.sections[0].passages[0].text == "See here."
    assert draft.sections[0].passages[0].anchors == (("https://github.com/a/b", "here"),)
    assert (draft.tables[0].label, draft.tables[0].header_of(1), draft.tables[0].text(1, 1)) == (
        "Table 1",
        "ACC",
        "0.9",
    )


def test_markdown() -> None:
    draft = read_markdown(
        b"# A title\n\nhttps://doi.org/10.1234/x\n\n## Results\n\n**Main result.** We win [3] by far.\n\n"
        b"|**M**|**ACC**|\n|---|---|\n|Ours|**0.9**|\n\n**Table 1.** Scores.\n"
    )
    assert (draft.front.title, draft.front.doi) == ("A title", "10.1234/x")
    assert draft.sections[-1].path == "Results > Main result"
    assert draft.sections[-1].passages[0].text == "We win by far."
    table = draft.tables[0]
    assert (table.label, table.caption, table.text(1, 1), table.cells[3].bold) == ("Table 1", "Scores.", "0.9", True)
