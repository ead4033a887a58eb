"""Tables of other generators, checked by eye against the rendered page, and the parts they are made with."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.intake.pdf.tables.refine import refined_columns, refined_rows
from pipeline.intake.pdf.tables.spanning import groups_of
from pipeline.intake.pdf.tables.words import Glyph, Word, unglued, words_of
from schemas.evidence import Box
from schemas.paper import Paper
from tests.intake.test_lmsuccsite import drawn

ReadPaper = Callable[[Path | str], Paper]

WEN_TABLE_1 = """
Method | 2% | < | < | 5% | < | < | 10% | < | < | 20% | < | <
. | Tum | Str | Lym | Tum | Str | Lym | Tum | Str | Lym | Tum | Str | Lym
Baseline | 53.0 | 27.9 | 43.1 | 59.8 | 27.7 | 59.0 | 60.6 | 37.1 | 56.7 | 64.0 | 40.9 | 60.2
STAC | 48.4 | 18.4 | 21.1 | 55.0 | 20.9 | 39.8 | 61.0 | 36.3 | 50.8 | 52.7 | 33.8 | 56.9
UBT | 55.1 | 29.0 | 38.6 | 59.5 | 25.9 | 56.6 | 60.0 | 35.6 | 53.3 | 62.9 | 40.8 | 49.5
Proposed | 56.7* | 31.0* | 53.1* | 60.5* | 35.9* | 61.6* | 62.9* | 41.6* | 61.8* | 65.5* | 43.1* | 62.3*
"""


def glyphs(text: str, x0: float = 0.0, width: float = 5.0, baseline: float = 100.0) -> list[Glyph]:
    """The glyphs of a text set without space, 10 points high."""
    return [
        Glyph(c, x0 + i * width, baseline - 7, x0 + (i + 1) * width, baseline, baseline, 10.0, False, False)
        for i, c in enumerate(text)
    ]


def word(text: str, x0: float, baseline: float) -> Word:
    """A word of 5 points a letter."""
    x1 = x0 + 5.0 * len(text)
    return Word(text, x0, baseline - 7, x1, baseline, baseline, 10.0, False, False, reading=text)


def _cut(text: str, *cuts: float) -> list[str]:
    return ["".join(g.text for g in part) for part in unglued(glyphs(text), cuts)]


def test_headings_over_three_columns_each(read_paper: ReadPaper) -> None:
    table = read_paper("pmlr-v227-wen24a.pdf").tables[0]
    assert drawn(table) == WEN_TABLE_1.strip()
    assert (table.header_rows, table.header_columns) == (2, 1)
    assert table.header_of(7) == "10% | Tum"


def test_columns_that_the_layout_model_missed(read_paper: ReadPaper) -> None:
    """The model reads five numbers of Table 3 of this paper as one column."""
    table = read_paper("acl-2020.main.207.pdf").tables[2]
    row = next(row for row in range(table.n_rows) if table.text(row, 0) == "SPECTER")
    assert [table.text(row, column) for column in range(1, table.n_columns)] == ["84.2", "88.4", "91.5", "36.9", "80.0"]


def test_glyphs_drawn_out_of_order_are_read_from_left_to_right() -> None:
    spans = [
        {
            "size": 10.0,
            "flags": 0,
            "font": "F",
            "characters": [[c, x, 93, x + 5, 100, x, 100] for c, x in (("0", 0), ("8", 7), ("3", 12), (".", 5))],
        }
    ]
    spans[0]["characters"].insert(2, ["\u200b", 9, 93, 9, 100, 9, 100])
    lines = words_of(spans, Box(x0=0, y0=90, x1=50, y1=105))
    assert [w.text for w in lines[0]] == ["0.83"]


def test_numbers_that_touch_are_cut_where_both_sides_read_alike() -> None:
    assert _cut("0.064±.0250.178±.024", 50.0) == ["0.064±.025", "0.178±.024"]
    assert _cut("0.105±.0100.870±.0090.883±.012", 50.0, 100.0) == ["0.105±.010", "0.870±.009", "0.883±.012"]
    assert _cut("Ours(SuperMask)0.896±.002", 75.0) == ["Ours(SuperMask)", "0.896±.002"]


def test_numbers_are_never_cut_where_it_is_not_certain() -> None:
    assert _cut("0.064±.0250.178±.024") == ["0.064±.0250.178±.024"]
    assert _cut("1234567890", 25.0) == ["1234567890"]
    assert _cut("version2.0.1", 45.0) == ["version2.0.1"]


@given(st.lists(st.integers(0, 999), min_size=2, max_size=5))
def test_cutting_loses_no_glyph(numbers: list[int]) -> None:
    text = "".join(f"0.{number:03d}" for number in numbers)
    cuts = [25.0 * i for i in range(1, len(numbers))]
    assert "".join(_cut(text, *cuts)) == text
    assert _cut(text, *cuts) == [f"0.{number:03d}" for number in numbers]


def test_a_strip_between_numbers_is_a_column_line() -> None:
    lines = [[word("0.81", 0, y), word("0.92", 40, y)] for y in (100, 112, 124)]
    assert refined_columns(lines, [0.0, 70.0]) == pytest.approx([0.0, 30.0, 70.0], abs=0.5)
    spread = [[word("0.81", 0, y), word("±", 25, y), word("0.02", 35, y)] for y in (100, 112, 124)]
    assert refined_columns(spread, [0.0, 70.0]) == [0.0, 70.0]


def test_two_printed_rows_in_one_row_of_the_model_come_apart() -> None:
    lines = [[word("SVM", 0, y), word("0.92", 40, y)] for y in (100.0, 112.0)]
    assert len(refined_rows(lines, [90.0, 115.0], [0.0, 30.0, 70.0])) == 3
    wrapped = [[word("SVM", 0, 100), word("0.92", 40, 100)], [word("(0.90–0.94)", 40, 112)]]
    assert refined_rows(wrapped, [90.0, 115.0], [0.0, 30.0, 70.0]) == [90.0, 115.0]


def test_labels_stand_for_the_rows_they_are_centred_on_or_start() -> None:
    assert groups_of([0, 10, 20, 30, 40, 50, 60], [5, 40]) == [(0, 1), (2, 6)]
    assert groups_of([0, 10, 20, 30], [0, 20]) == [(0, 1), (2, 3)]
    assert groups_of([0, 10, 20], [0, 10, 20]) is None
    assert groups_of([0, 10, 20, 30], [7]) is None
