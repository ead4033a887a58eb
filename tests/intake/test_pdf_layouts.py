"""Where tables are set so that a reader goes wrong: each case checked by eye on the rendered page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.intake.grids import inner_headers, is_number
from pipeline.intake.pdf.captions import Caption
from pipeline.intake.pdf.model import Line, Page, Region, Span
from pipeline.intake.pdf.tables.continued import joined
from pipeline.intake.pdf.tables.doubts import doubted
from pipeline.intake.pdf.tables.grid import grid_of
from pipeline.intake.pdf.tables.missed import missed
from schemas.evidence import Box
from schemas.paper import Cell, Paper, Table

ReadPaper = Callable[[Path | str], Paper]


def _rows(table: Table) -> list[list[str]]:
    return [[table.text(row, column) for column in range(table.n_columns)] for row in range(table.n_rows)]


def _row(table: Table, name: str) -> list[str]:
    return next(row for row in _rows(table) if row[0] == name)


def test_tables_side_by_side_under_one_caption_come_apart(read_paper: ReadPaper) -> None:
    """Tables 2 and 3 of this paper are two grids each, with rows at heights of their own."""
    tables = {table.label: table for table in read_paper("pmlr-v224-xiang23a-page-8.pdf").tables}
    assert [(label, t.n_rows, t.n_columns) for label, t in tables.items()] == [
        ("Table 2", 17, 4),
        ("Table 2 (2)", 13, 4),
        ("Table 3", 17, 4),
        ("Table 3 (2)", 12, 3),
    ]
    assert _row(tables["Table 2"], "Synflow-SNR") == ["Synflow-SNR", "0.63", "0.60", "0.59"]
    assert _row(tables["Table 2 (2)"], "Synflow-SNR") == ["Synflow-SNR", "0.52", "0.60", "0.49"]
    assert _row(tables["Table 3 (2)"], "T-CET(SNIP)") == ["T-CET(SNIP)", "0.34", "0.55"]
    assert tables["Table 2"].caption == tables["Table 2 (2)"].caption != ""


def test_tables_side_by_side_have_the_captions_below_them(read_paper: ReadPaper) -> None:
    tables = {table.label: table for table in read_paper("acl-N18-1202-page-7.pdf").tables}
    assert _row(tables["Table 5"], "CoVe, First Layer") == ["CoVe, First Layer", "59.4"]
    assert _row(tables["Table 6"], "CoVe, First Layer") == ["CoVe, First Layer", "93.3"]
    assert tables["Table 6"].caption.startswith("Test set POS tagging accuracies")


def test_headers_that_change_inside_a_table(read_paper: ReadPaper) -> None:
    """Heart 8 and Brain 8 on top, Heart 16 and Brain 16 from the middle on."""
    table = read_paper("pmlr-v227-gu24b-page-8.pdf").tables[0]
    assert (table.n_rows, table.n_columns, table.inner_headers) == (22, 11, (10, 11))
    first, second = (row for row in range(table.n_rows) if table.text(row, 0) == "Unet-LR")
    assert (table.text(first, 1), table.text(second, 1)) == ("0.863±.008", "0.812±.009")
    assert table.place(first, 2).column == "Heart 8 | US"
    assert table.place(second, 2).column == "US"
    assert table.place(second, 3).column == "Heart 16 | OS"


def test_a_figure_below_a_table_is_no_part_of_it(read_paper: ReadPaper) -> None:
    """The layout model takes Table 3 and Figure 3 for one table, and two of its columns for one."""
    table = read_paper("rescience-14941471-page-9.pdf").tables[0]
    assert (table.n_rows, table.n_columns, table.header_rows) == (14, 9, 3)
    assert table.header_of(4) == "ECE | α = 0.0 | T = 1.0"
    assert table.name_of(9) == "CIFAR‐100 | REſNET‐56 [20]"
    assert [table.text(9, column) for column in (2, 3, 4, 5)] == ["0.021", "1.9", "0.150", "0.024"]
    assert not any("Confidence" in cell.text for cell in table.cells)


def test_captions_without_a_mark_behind_their_label_and_labels_over_two_lines(read_paper: ReadPaper) -> None:
    tables = read_paper("fimmu-2022.915001-page-5.pdf").tables
    assert [table.label for table in tables] == ["Table 2", "Table 3", "Table 4"]
    assert tables[1].caption.startswith("Comparison of baseline symptoms")
    name = "T cell responses to SARS-CoV-2 Spike-N-Term (SI)"
    assert _row(tables[0], name) == [name, "5.6 (3.4, 8.9)", "4.2 (2.1, 5.8)", "6.0 (3.9, 9.8)", "0.088"]
    assert _rows(tables[2])[1][:2] == ["SARS-CoV-2 IgG-Ab (S1) (BAU/ml)", "Correlation Coefficient"]


def test_a_table_over_two_pages_with_its_caption_in_its_first_row_is_one(read_paper: ReadPaper) -> None:
    tables = read_paper("peerj-cs-118-pages-8-9.pdf").tables
    assert [(table.label, table.n_columns, table.page) for table in tables] == [("Table 2", 10, 1)]
    assert tables[0].caption.startswith("Sample of a summary output file")
    assert "continued" not in " ".join(cell.text for cell in tables[0].cells)
    chimp = next(row for row in range(tables[0].n_rows) if tables[0].text(row, 1) == "Sample_MSA_Chimp")
    assert tables[0].text(chimp, 5) == "−557.052657"
    assert tables[0].place(chimp, 5).page == 2
    assert tables[0].place(1, 5).page == 1


def test_a_landscape_table_on_an_upright_page(read_paper: ReadPaper) -> None:
    table = read_paper("hindawi-PMC4736379.pdf").tables[2]
    cost = [row for row in _rows(table) if row[0].startswith("Cost")]
    assert cost[0][1:5] == ["554.88 ± 412.62 (543.2)", "618.47 ± 421.39 (574.25)", "397.59 ± 366.11 (320.65)", "0.001"]
    assert cost[2][1].startswith("331.88")


def test_a_value_that_stands_for_all_columns_spans_them(read_paper: ReadPaper) -> None:
    """Between the groups of Table 2, one p value is centred under all columns."""
    table = read_paper("hindawi-PMC4736379.pdf").tables[1]
    row = next(row for row in range(table.n_rows) if table.text(row, 0) == "p")
    cell = table.cell(row, 1)
    assert cell is not None and (cell.text, cell.column_span, table.n_columns) == ("0.0001", 4, 5)


def _column(*texts: str) -> list[Cell]:
    return [Cell(row=row, column=1, text=text) for row, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("texts", "disputed"),
    [
        (("88.85", "88.857", "91.20", "90.11", "89.40"), ["88.857"]),
        (("0.094", "0.683", "0.0005", "0.969", "0.026"), []),
        (("0.71", "0.661", "0.697", "0.75", "0.8"), []),
        (("88.85", "88.857", "91.20"), []),
    ],
)
def test_a_digit_that_may_be_a_footnote_mark_is_disputed(texts: tuple[str, ...], disputed: list[str]) -> None:
    assert [cell.text for cell in doubted(_column(*texts)) if cell.disputed] == disputed


def test_a_row_that_is_longer_throughout_has_no_marks() -> None:
    column = _column("81.1", "88.0", "67.2", "90.15", "51.4")
    mate = Cell(row=3, column=2, text="92.22 ± 0.10")
    assert not any(cell.disputed for cell in doubted([*column, mate]))


def _table(label: str, page: int, rows: list[list[str]], y: float = 100.0, caption: str = "Scores.") -> Table:
    cells = tuple(
        Cell(row=r, column=c, text=text, box=Box(x0=50, y0=y + 12 * r, x1=90, y1=y + 10 + 12 * r))
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
    )
    return Table(label=label, caption=caption, page=page, n_rows=len(rows), n_columns=len(rows[0]), cells=cells)


HEIGHTS = {1: 800.0, 2: 800.0, 3: 800.0}
HEAD = ["Model", "ACC"]


def test_parts_are_joined_by_label_by_head_or_by_their_place_on_the_page() -> None:
    first = _table("Table 1", 1, [HEAD, ["A", "0.1"]], y=700.0)
    labelled = _table("Table 1", 2, [HEAD, ["B", "0.2"]], caption="(continued)")
    headed = _table("", 2, [HEAD, ["B", "0.2"]], y=400.0, caption="")
    bare = _table("", 2, [["B", "0.2"]], caption="")
    for more in (labelled, headed, bare):
        (whole,) = joined([first, more], HEIGHTS)
        assert _rows(whole) == [HEAD, ["A", "0.1"], ["B", "0.2"]]
        assert [cell.page for cell in whole.cells if cell.text == "0.2"] == [2]


def test_other_tables_are_not_joined() -> None:
    first = _table("Table 1", 1, [HEAD, ["A", "0.1"]], y=700.0)
    for more in (
        _table("Table 2", 2, [HEAD, ["B", "0.2"]]),
        _table("Table 1", 3, [HEAD, ["B", "0.2"]]),
        _table("Table 1", 1, [HEAD, ["B", "0.2"]], y=700.0),
        _table("", 2, [["B", "0.2"]], y=400.0, caption=""),
        _table("Table 1", 2, [["B", "0.2", "3"]]),
    ):
        assert len(joined([first, more], HEIGHTS)) == 2


def test_inner_headers_are_texts_over_numbers() -> None:
    rows = [["M", "ACC", "MCC"], ["a", "1", "2"], ["", "Set 2", ""], ["", "ACC", "F1"], *([n, "3", "4"] for n in "bcd")]
    assert inner_headers(lambda r, c: rows[r][c], 1, 1, 7, 3) == (2, 3)
    rows[3] = ["c", "yes", "no"]
    rows[2] = ["", "n/a", "–"]
    assert inner_headers(lambda r, c: rows[r][c], 1, 1, 7, 3) == ()


def _spans(*lines: tuple[float, str, tuple[float, ...]]) -> list[dict[str, Any]]:
    """Spans of 5 points a letter: words of a line at the given left edges."""
    spans = []
    for y, text, edges in lines:
        for word, left in zip(text.split(), edges, strict=True):
            characters = [[c, left + 5 * i, y - 7, left + 5 * i + 5, y, left + 5 * i, y] for i, c in enumerate(word)]
            spans.append({"size": 10.0, "flags": 0, "font": "F", "characters": characters})
    return spans


def _caption(y: float) -> Caption:
    box = Box(x0=60, y0=y - 8, x1=320, y1=y)
    span = Span("Table 1. Scores.", 10.0, False, False, False, box)
    return Caption("Table 1", "Scores.", Region("caption", 1, box, 0, (Line((span,), box),), {"grid": None}))


MISSED = (
    (120.0, "Model ACC MCC", (60.0, 160.0, 260.0)),
    (134.0, "SVM 0.81 0.62", (60.0, 160.0, 260.0)),
    (148.0, "Forest 0.84 0.66", (60.0, 160.0, 260.0)),
    (162.0, "Ours 0.90 0.79", (60.0, 160.0, 260.0)),
    (200.0, "We see that the new model is the best", tuple(60.0 + 32 * i for i in range(9))),
)


@pytest.mark.parametrize("below", [True, False])
def test_a_table_that_the_model_missed_is_found_and_all_its_numbers_are_disputed(below: bool) -> None:
    raw = {"spans": _spans(*MISSED), "rules": []}
    page = Page(1, 600.0, 800.0, (), (), (), raw)
    region = missed(page, _caption(105.0 if below else 185.0))
    assert region is not None
    grid = grid_of(region.raw, region.box)
    assert [(c.row, c.column, c.text) for c in grid.cells][-3:] == [(3, 0, "Ours"), (3, 1, "0.90"), (3, 2, "0.79")]
    assert (grid.n_rows, grid.n_columns, grid.header_rows) == (4, 3, 1)
    assert all(cell.disputed == is_number(cell.text) for cell in grid.cells)


def test_prose_near_a_caption_is_no_table() -> None:
    text = "We see that the new model is the best"
    prose = tuple((120.0 + 12 * i, text, tuple(60.0 + 32 * j for j in range(9))) for i in range(6))
    page = Page(1, 600.0, 800.0, (), (), (), {"spans": _spans(*prose), "rules": []})
    assert missed(page, _caption(105.0)) is None
