"""Documents that cannot be used: each ends in a question with the right category, and none raises."""

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from pipeline.adapters.pdf import PdfDocuments
from pipeline.intake import read
from pipeline.intake.failures import FAILURES
from pipeline.ports import Produced
from schemas.errors import StalledError
from schemas.outcome import Call
from schemas.paper import Paper

ReadProduced = Callable[[Path | str], Produced]


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("html-saved-as-pdf.pdf", "not_a_paper"),
        ("truncated-1kb.pdf", "damaged"),
        ("op-veraPDFHiResWrongObjectID.pdf", "no_text_layer"),
        ("op-encryption_nocopy.pdf", "incomplete_document"),
        ("jats-no-body.xml", "incomplete_document"),
        ("latex-tar-traversal.tar.gz", "hostile"),
        ("login-page.html", "not_a_paper"),
    ],
)
def test_each_ends_in_a_question_with_its_category(read_produced: ReadProduced, name: str, category: str) -> None:
    decision = read_produced(name).decision
    assert (decision.call, decision.category) == (Call.REVIEW, category)
    assert FAILURES[category].hint in decision.questions[0].question
    assert name in decision.reason


def test_a_password_is_asked_for(tmp_path: Path, documents: PdfDocuments) -> None:
    path = tmp_path / "locked.pdf"
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "Secret results")
        document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="word", owner_pw="words")
    assert read(path, documents).decision.category == "encrypted"


@pytest.mark.parametrize(
    ("content", "category"),
    [
        (b"", "not_a_paper"),
        (b"%PDF-1.7\n\x00\x01garbage", "damaged"),
        (b"\x00\x01\x02\x03 no signature at all", "damaged"),
    ],
)
def test_broken_bytes_in_a_pdf(tmp_path: Path, documents: PdfDocuments, content: bytes, category: str) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(content)
    assert read(path, documents).decision.category == category


def test_a_reader_that_hangs_is_a_fault_of_the_machine_and_the_next_paper_is_read() -> None:
    path = Path(__file__).parent.parent / "data" / "papers" / "rescience-3069619.pdf"
    with PdfDocuments(seconds=0.01) as documents:
        with pytest.raises(StalledError, match="was not read within"):
            read(path, documents)
        documents._seconds = 60.0
        assert read(path, documents).decision.call is Call.ADVANCE


def test_an_external_entity_is_never_read(read_produced: ReadProduced) -> None:
    paper = read_produced("jats-xxe-file.xml").records[0]
    assert isinstance(paper, Paper)
    assert [suspicion.kind for suspicion in paper.suspicions] == ["external_entity"]
    assert "file:///etc/hostname" in paper.suspicions[0].text
    assert "/etc" not in paper.text_of()


def test_a_bomb_of_entities_is_hostile(tmp_path: Path, documents: PdfDocuments) -> None:
    layers = "".join(f'<!ENTITY e{i} "&e{i - 1};&e{i - 1};">' for i in range(1, 99))
    path = tmp_path / "bomb.xml"
    path.write_text(f'<!DOCTYPE article [<!ENTITY e0 "ha">{layers}]><article><body><p>&e98;</p></body></article>')
    assert read(path, documents).decision.category == "hostile"


def test_the_same_bytes_have_the_same_name_without_a_doi(read_produced: ReadProduced) -> None:
    decision = read_produced("truncated-1kb.pdf").decision
    assert decision.paper_id.startswith("sha256-") and len(decision.paper_id) == 23


def test_a_short_editorial_is_a_paper(read_produced: ReadProduced) -> None:
    """Two pages with a body: what kind of article it is, screening decides by its label."""
    produced = read_produced("rescience-3069619.pdf")
    paper = produced.records[0]
    assert isinstance(paper, Paper)
    assert produced.decision.call is Call.ADVANCE
    assert paper.article_type == "Editorial"
    assert paper.paper_id == "10.5281_zenodo.3069619"
