"""PDF against the JATS of the same paper: the numbers in the tables must be the same."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.intake.grids import is_number
from schemas.paper import Paper, Table

ReadPaper = Callable[[Path | str], Paper]


def _numbers(table: Table) -> Counter[str]:
    texts = ("".join(cell.text.split()).replace("−", "-").replace("–", "-") for cell in table.cells)
    return Counter(text for text in texts if is_number(text))


@pytest.mark.parametrize(
    ("name", "labels"),
    [("hindawi-PMC4736379", ("Table 1", "Table 2")), ("hindawi-PMC4686705", ("Table 1", "Table 2"))],
)
def test_numeric_cells_of_upright_tables_are_all_found_and_none_is_made_up(
    read_paper: ReadPaper, name: str, labels: tuple[str, ...]
) -> None:
    truth = {table.label: table for table in read_paper(f"{name}.xml").tables}
    read = {table.label: table for table in read_paper(f"{name}.pdf").tables}
    for label in labels:
        expected, found = _numbers(truth[label]), _numbers(read[label])
        hits = (expected & found).total()
        assert hits >= 0.99 * expected.total(), f"{label}: missing {expected - found}"
        assert hits >= 0.99 * found.total(), f"{label}: made up {found - expected}"
        assert read[label].n_rows == truth[label].n_rows


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
