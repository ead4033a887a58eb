"""Scanned papers: read where Tesseract is installed, with every number in doubt; reported with what to do elsewhere."""

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from pipeline.adapters.pdf import PdfDocuments
from pipeline.adapters.pdf_ocr import MOST_PAGES, is_installed
from pipeline.intake import read
from schemas.outcome import Call
from schemas.paper import Paper
from tests.conftest import PAPERS, ROOT

WITH_TESSERACT = pytest.mark.skipif(not is_installed(), reason="Tesseract is not installed")


def scan(source: Path, numbers: list[int], target: Path) -> Path:
    """Pages of a paper as a scanner would give them: pictures in grey."""
    with pymupdf.open(source) as document, pymupdf.open() as scanned:
        for number in numbers:
            page = document[number]
            picture = page.get_pixmap(dpi=200, colorspace=pymupdf.csGRAY).tobytes("jpeg")
            scanned.new_page(width=page.rect.width, height=page.rect.height).insert_image(page.rect, stream=picture)
        scanned.save(target)
    return target


@pytest.fixture
def without_tesseract(monkeypatch: pytest.MonkeyPatch) -> Iterator[PdfDocuments]:
    """A reader on a machine without Tesseract."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    with PdfDocuments() as documents:
        yield documents


def test_without_tesseract_a_scan_is_reported_with_what_to_do(tmp_path: Path, without_tesseract: PdfDocuments) -> None:
    path = scan(ROOT / "examples" / "lmsuccsite" / "paper.pdf", [0], tmp_path / "scan.pdf")
    decision = read(path, without_tesseract).decision
    assert (decision.call, decision.category) == (Call.REVIEW, "no_text_layer")
    assert "install Tesseract" in decision.questions[0].question


@WITH_TESSERACT
def test_with_tesseract_its_text_is_read_and_no_cell_is_certain(tmp_path: Path, documents: PdfDocuments) -> None:
    path = scan(ROOT / "examples" / "lmsuccsite" / "paper.pdf", [0, 9], tmp_path / "scan.pdf")
    paper = next(record for record in read(path, documents).records if isinstance(record, Paper))
    assert paper.doi == "10.1038/s41598-022-21366-2"
    assert paper.find("performance scores of 0.36, 0.79, 0.79 for MCC, sensitivity, and specificity, respectively")
    cells = [cell for table in paper.tables for cell in table.cells if cell.text]
    assert cells and all(cell.disputed for cell in cells)
    assert not paper.suspicions
    assert "2 of 2 pages are scans" in paper.warnings[0]


def test_too_many_scanned_pages_are_not_read(tmp_path: Path, documents: PdfDocuments) -> None:
    path = tmp_path / "long.pdf"
    with pymupdf.open() as document:
        for _ in range(MOST_PAGES + 1):
            document.new_page()
        document.save(path)
    decision = read(path, documents).decision
    assert decision.category == "no_text_layer"
    assert f"{MOST_PAGES + 1} pages" in decision.questions[0].question


def test_empty_pages_have_no_text_with_or_without_ocr(documents: PdfDocuments) -> None:
    assert read(PAPERS / "op-veraPDFHiResWrongObjectID.pdf", documents).decision.category == "no_text_layer"
