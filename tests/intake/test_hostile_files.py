"""Files made to break a reader: each has its category within bounded time, whatever is in it."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.adapters.pdf import PdfDocuments
from pipeline.intake import read
from pipeline.intake.failures import FAILURES
from pipeline.ports import Produced
from schemas.outcome import Call
from schemas.paper import Paper
from tests.conftest import PAPERS
from tests.intake import hostile

SMALL = PAPERS / "rescience-3069619.pdf"
BOUND = 40.0

Reader = Callable[[str, bytes], Produced]


@pytest.fixture(scope="module")
def strict() -> Iterator[PdfDocuments]:
    """A reader with a short limit, for files that may use it up."""
    with PdfDocuments(seconds=BOUND) as documents:
        yield documents


@pytest.fixture
def reading(tmp_path: Path, strict: PdfDocuments) -> Reader:
    """What intake says of bytes under a name; a minute is the most it may take."""

    def of(name: str, content: bytes) -> Produced:
        path = tmp_path / name
        path.write_bytes(content)
        start = time.monotonic()
        produced = read(path, strict)
        assert time.monotonic() - start < 1.5 * BOUND
        return produced

    return of


def test_a_page_that_unpacks_to_gigabytes_is_too_large_and_the_next_paper_is_read(reading: Reader) -> None:
    assert reading("bomb.pdf", hostile.text_bomb(2_000_000)).decision.category == "too_large"
    assert reading("small.pdf", SMALL.read_bytes()).decision.call is Call.ADVANCE


@pytest.mark.parametrize(
    ("name", "content", "category"),
    [
        ("tree.pdf", hostile.endless_page_tree(), "damaged"),
        ("arrays.pdf", hostile.deep_arrays(200_000), "damaged"),
        ("named.html", SMALL.read_bytes(), None),
        ("nested.xml", b"<article><front/><body>" + b"<sec>" * 100_000, "damaged"),
        ("zip.pdf", b"PK\x03\x04" + bytes(100), "damaged"),
    ],
)
def test_each_has_its_category(reading: Reader, name: str, content: bytes, category: str | None) -> None:
    assert reading(name, content).decision.category == category


def test_three_thousand_pages_are_too_large(tmp_path: Path, strict: PdfDocuments) -> None:
    path = tmp_path / "long.pdf"
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "We measure the accuracy of the model.")
        for _ in range(2999):
            document.new_page()
        document.save(path)
    decision = read(path, strict).decision
    assert decision.category == "too_large"
    assert "3000 pages" in decision.questions[0].question


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(flips=st.lists(st.tuples(st.integers(9, 44_000), st.integers(0, 255)), min_size=1, max_size=60))
def test_flipped_bytes_never_raise(reading: Reader, flips: list[tuple[int, int]]) -> None:
    data = bytearray(SMALL.read_bytes())
    for position, value in flips:
        data[position] = value
    decision = reading("flipped.pdf", bytes(data)).decision
    assert decision.call is Call.ADVANCE or decision.category in FAILURES


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=st.integers(0, 30_000), length=st.integers(1, 5_000), junk=st.binary(max_size=50))
def test_broken_xml_never_raises(reading: Reader, start: int, length: int, junk: bytes) -> None:
    data = (PAPERS / "hindawi-PMC4686705.xml").read_bytes()
    decision = reading("broken.xml", data[:start] + junk + data[start + length :]).decision
    assert decision.call is Call.ADVANCE or decision.category in FAILURES


def test_a_table_of_a_hundred_thousand_cells_is_read_in_seconds(reading: Reader) -> None:
    row = b"<tr><td>a</td>" + b"<td>0.5</td>" * 99 + b"</tr>"
    table = b"<table-wrap><label>Table 1</label><table>" + row * 1000 + b"</table></table-wrap>"
    body = b"<sec><title>Results</title><p>" + b"The classifier is accurate. " * 200 + b"</p>" + table + b"</sec>"
    start = time.process_time()
    produced = reading("wide.xml", b"<article><front/><body>" + body + b"</body></article>")
    assert time.process_time() - start < 20
    paper = next(record for record in produced.records if isinstance(record, Paper))
    assert (paper.tables[0].n_rows, paper.tables[0].n_columns) == (1000, 100)


def test_an_encoding_that_is_not_the_declared_one_is_damaged_or_read_but_never_raised(reading: Reader) -> None:
    text = (PAPERS / "hindawi-PMC4686705.xml").read_text(encoding="utf-8").replace("UTF-8", "ascii", 1)
    for encoding in ("utf-16", "latin-1", "utf-8"):
        decision = reading("encoded.xml", text.encode(encoding, "replace")).decision
        assert decision.call is Call.ADVANCE or decision.category in FAILURES


@pytest.mark.parametrize(
    ("sentence", "font"),
    [("本研究提出一种新的深度学习方法用于蛋白质预测。", "china-s"), ("提案手法の精度を評価した。", "japan")],
)
def test_text_of_other_scripts_is_kept(tmp_path: Path, strict: PdfDocuments, sentence: str, font: str) -> None:
    path = tmp_path / "script.pdf"
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 72), "Results of 2024", fontsize=20)
        for line in range(36):
            page.insert_text((72, 120 + 16 * line + 40 * (line // 6)), sentence[line % 5 :], fontname=font)
        document.save(path)
    paper = next((record for record in read(path, strict).records if isinstance(record, Paper)), None)
    assert paper is not None and sentence[:8] in paper.text_of()


def test_text_from_right_to_left_is_kept(reading: Reader) -> None:
    sentence = "نقيس دقة المصنف على مجموعة الاختبار"
    body = f"<sec><title>Results</title><p>{(sentence + '. ') * 60}</p></sec>"
    produced = reading("rtl.xml", f"<article><front/><body>{body}</body></article>".encode())
    paper = next(record for record in produced.records if isinstance(record, Paper))
    assert paper.find(sentence)


_PAGE = b'<html><head><meta name="citation_title" content="T"></head><body><article><h2>Methods</h2><p>%s</p></article>'


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("links.html", _PAGE % (b'<a href="https://lab.org/x">here</a> ' * 20_000)),
        ("nested.html", _PAGE % (b"<div>" * 50_000)),
        ("spans.html", _PAGE % (b'<table><tr><td colspan="1000" rowspan="1000">1</td></tr>' * 1_000)),
        (
            "words.xml",
            b"<article><front/><body><p>" + b"http://a.b/ 10.1234/x GSE1234 " * 20_000 + b"</p></body></article>",
        ),
        ("brackets.md", b"# T\n\n" + b"[" * 100_000 + b"[a](" * 50_000),
        ("tables.md", b"# T\n\n" + b"<table>" * 50_000),
        ("formulas.md", b"# T\n\n|" + b"$a" * 50_000 + b"|\n|---|\n"),
        ("groups.tex", rb"\documentclass{a}\begin{document}" + b"{" * 100_000),
        ("macros.tex", rb"\documentclass{a}\newcommand{\a}{\a\a}\begin{document}" + rb"\a " * 10_000),
        ("cells.tex", rb"\documentclass{a}\begin{document}\begin{tabular}{c}" + b"&" * 50_000 + rb"\end{tabular}"),
    ],
)
def test_repetition_without_end_is_read_in_seconds(reading: Reader, name: str, content: bytes) -> None:
    start = time.process_time()
    decision = reading(name, content).decision
    assert time.process_time() - start < 10
    assert decision.call is Call.ADVANCE or decision.category in FAILURES


def test_a_page_in_another_encoding_than_it_says(reading: Reader) -> None:
    text = "The naïve Müller classifier is accurate. " * 60
    page = '<html><head><meta charset="utf-8"><meta name="citation_title" content="T"></head><body><article>'
    page += f"<h2>Results</h2><p>{text}</p></article></body></html>"
    paper = next(r for r in reading("latin.html", page.encode("cp1252")).records if isinstance(r, Paper))
    assert paper.find("The naïve Müller classifier is accurate.")
