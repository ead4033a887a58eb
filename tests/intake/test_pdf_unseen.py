"""Faults found on papers that the reader was not made on, each checked by eye on the rendered page."""

from collections.abc import Callable
from pathlib import Path

from pipeline.intake.draft import DraftSection, Passage
from pipeline.intake.pdf.flow import with_whole_abstract
from schemas.paper import Paper, SectionRole, Table

ReadPaper = Callable[[Path | str], Paper]


def _row(table: Table, row: int) -> list[str]:
    return [table.text(row, column) for column in range(table.n_columns)]


def test_a_caption_between_two_tables_belongs_to_the_one_that_needs_it(read_paper: ReadPaper) -> None:
    """Captions stand below the tables here, and as near to the next table as to their own."""
    first, second = read_paper("acl-2023.eacl-main.121-page-3.pdf").tables
    assert (first.label, first.text(0, 0), second.label, second.text(0, 0)) == (
        "Table 1",
        "Dataset",
        "Table 2",
        "Type of human evaluation",
    )
    assert first.caption.startswith("List of long-form summarization datasets")


def test_narrow_columns_have_a_header_each(read_paper: ReadPaper) -> None:
    table = next(t for t in read_paper("acl-2020.main.207.pdf").tables if t.label == "Table 3")
    assert _row(table, 0) == ["Training signal", "CLS", "USR", "CITE", "REC", "All"]


def test_a_heading_of_several_words_over_several_columns_stays_one(read_paper: ReadPaper) -> None:
    table = next(t for t in read_paper("acl-2020.main.207.pdf").tables if t.label == "Table 1")
    assert table.header_of(3) == "User activity prediction | Co-View | MAP"


def test_rules_in_pieces_part_header_rows_and_each_heads_its_columns(read_paper: ReadPaper) -> None:
    (table,) = read_paper("acm2.14114-page-6.pdf").tables
    assert table.header_rows == 3
    assert table.header_of(2) == "WET (mm) | Custom cylindrical phantom | Middle"
    assert table.header_of(6) == "WET (mm) | Pork shoulder and ribs | Top"
    assert _row(table, 5) == ["0.75", "86.81", "121.25", "155.78", "82.42", "137.04", "184.64"]


def test_a_title_on_the_line_below_its_label_and_numbered_rows(read_paper: ReadPaper) -> None:
    (table,) = read_paper("physd-2024.134371-page-11.pdf").tables
    assert (table.label, table.caption) == ("Table 3", "Architecture of CNN of CNN-RNNs in Navier–Stokes dataset.")
    assert [table.text(row, 0) for row in range(1, 25)] == [str(number) for number in range(1, 25)]
    assert not any(cell.disputed for cell in table.cells)


def test_a_name_that_ends_open_goes_on_below(read_paper: ReadPaper) -> None:
    table = next(t for t in read_paper("pmlr-v233-munk24a-page-4.pdf").tables if t.label == "Table 2")
    assert _row(table, 6) == ["Last block of encoder + first block of decoder", "0.45", "0.36", "0.12"]


def test_values_in_the_middle_of_groups_stand_for_the_groups(read_paper: ReadPaper) -> None:
    (table,) = read_paper("pmlr-v188-bansal22a-page-7.pdf").tables
    assert [_row(table, row)[:4] for row in (1, 2, 3)] == [
        ["CoNLL", "4", "4", "53.4±7.8"],
        ["CoNLL", "4", "8", "69.2±4.0"],
        ["CoNLL", "4", "16", "78.1±3.5"],
    ]


def test_names_in_the_margins_that_are_no_journals(read_paper: ReadPaper) -> None:
    proceedings = "Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics"
    assert read_paper("acl-2020.main.207.pdf").journal == proceedings
    assert read_paper("pmlr-v227-vos24a.pdf").journal == "Proceedings of Machine Learning Research"


def test_parts_of_a_structured_abstract_are_no_sections_of_the_text() -> None:
    passages = [Passage("We measure.", page=1)]
    made = [
        DraftSection(("Background",), SectionRole.INTRODUCTION, passages=passages),
        DraftSection(("Methods and findings",), SectionRole.METHODS, passages=passages),
        DraftSection(("Introduction",), SectionRole.INTRODUCTION, passages=passages),
        DraftSection(("Methods",), SectionRole.METHODS, passages=passages),
    ]
    assert [(section.path, section.role) for section in with_whole_abstract(made)] == [
        ("Abstract > Background", SectionRole.ABSTRACT),
        ("Abstract > Methods and findings", SectionRole.ABSTRACT),
        ("Introduction", SectionRole.INTRODUCTION),
        ("Methods", SectionRole.METHODS),
    ]
