"""The yardstick itself: what the reading bench counts as right, wrong and changed."""

import random

from tests.bench_reading.grids import Reading, Score, of_rows, plain, score
from tests.bench_reading.grounding import changed

TRUTH = of_rows([["M", "ACC"], ["a", "0.81"], ["b", "0.92"]], "Table 1")


def _score(*read: Reading) -> Score:
    total = Score()
    score("paper", [TRUTH], read, total)
    return total


def test_a_table_read_right_has_full_marks() -> None:
    total = _score(TRUTH)
    assert (total.found, total.shaped, total.numbers.f1, total.neighbours.f1) == (1, 1, 1.0, 1.0)


def test_a_wrong_number_costs_precision_and_recall_and_is_named() -> None:
    total = _score(of_rows([["M", "ACC"], ["a", "0.81"], ["b", "0.29"]]))
    assert (total.numbers.precision, total.numbers.recall) == (0.5, 0.5)
    assert total.per_table[0]["made_up"] == ["0.29"] and total.per_table[0]["missing"] == ["0.92"]


def test_numbers_in_doubt_are_not_presented_as_certain() -> None:
    wrong = of_rows([["M", "ACC"], ["a", "0.81"], ["b", "0.29"]])
    total = _score(Reading(wrong.cells, 3, 2, disputed=frozenset({(2, 1)})))
    assert total.certain.precision == 1.0 and total.numbers.precision == 0.5


def test_right_numbers_in_the_wrong_order_lose_their_neighbours() -> None:
    total = _score(of_rows([["M", "ACC"], ["a", "0.92"], ["b", "0.81"]]))
    assert total.numbers.f1 == 1.0 and total.neighbours.f1 < 1.0


def test_a_table_that_is_not_there_counts_against_the_reader() -> None:
    stray = of_rows([["x", "1"], ["y", "2"], ["z", "3"]])
    total = _score(TRUTH, stray)
    assert (total.numbers.read, total.numbers.both) == (5, 2)


def test_marks_dashes_and_space_are_no_difference() -> None:
    assert plain("−0.36 *") == plain("-0.36") and plain("0.047ab") != plain("0.047")
    assert plain("1,000 𝜇m") == plain("1,000µm")


def test_a_changed_quote_differs_in_a_number_or_a_word_and_never_in_a_citation_mark() -> None:
    quote = "The accuracy of the classifier is 0.81 on 254 sites [12]."
    for seed in range(20):
        made = changed(quote, random.Random(seed))
        assert len(made) == 3 and quote not in made
        assert all("[12]" in other for other in made)
