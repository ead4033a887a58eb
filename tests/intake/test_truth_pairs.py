"""PDF against the JATS of the same paper: the numbers in the tables must be the same."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import pytest

from pipeline.intake.grids import is_number
from schemas.paper import Paper, Table

ReadPaper = Callable[[Path | str], Paper]


def _numbers(table: Table) -> Counter[str]:
    texts = (normalize("NFKC", cell.text).replace("−", "-").replace("–", "-") for cell in table.cells)
    return Counter("".join(text.split()) for text in texts if is_number(text))


@pytest.mark.parametrize(
    "name", ["hindawi-PMC4736379", "hindawi-PMC4686705", "hindawi-PMC4678086", "hindawi-PMC4691483", "pone.0198050"]
)
def test_numeric_cells_are_all_found_and_none_is_made_up(read_paper: ReadPaper, name: str) -> None:
    truth = {table.label: table for table in read_paper(f"{name}.xml").tables if table.cells}
    read = {table.label: table for table in read_paper(f"{name}.pdf").tables}
    for label, table in truth.items():
        expected, found = _numbers(table), _numbers(read[label])
        assert expected == found, f"{label}: missing {expected - found}, made up {found - expected}"
        assert read[label].n_columns == table.n_columns


@pytest.mark.parametrize("name", ["hindawi-PMC4736379", "hindawi-PMC4686705"])
def test_identity_and_sections_agree(read_paper: ReadPaper, name: str) -> None:
    truth, read = read_paper(f"{name}.xml"), read_paper(f"{name}.pdf")
    assert read.paper_id == truth.paper_id
    assert read.title.replace(" ", "") == truth.title.replace(" ", "")
    assert read.article_type == truth.subjects[0]
    wanted = [section.title for section in truth.sections if section.title[:1].isdigit()]
    assert [title for title in wanted if title not in {s.title for s in read.sections}] == []


def test_the_document_says_the_same(read_paper: ReadPaper) -> None:
    """Nine of ten sentences of the XML's body stand in the PDF, whatever their hyphenation and line ends."""
    truth, read = read_paper("hindawi-PMC4686705.xml"), read_paper("hindawi-PMC4686705.pdf")
    sentences = [s for s in truth.text_of().split(". ") if 40 < len(s) < 300 and "\n" not in s and "(" not in s]
    found = sum(bool(read.find(sentence)) for sentence in sentences)
    assert found >= 0.9 * len(sentences), (found, len(sentences))
