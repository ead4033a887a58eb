"""A run against careful readers."""

import pytest

from pipeline.evaluation import evaluate
from pipeline.evaluation.rates import agreement, rate
from schemas.evidence import DecidedBy, Decider
from schemas.gold import GoldCall
from schemas.snapshot import End
from tests.evaluation.build import gold, judged, run, score, verdict


def test_the_confusion_table_keeps_needs_review_apart_and_the_kindest_reader_counts() -> None:
    found = evaluate(
        run(judged("a"), judged("b", End.NEEDS_REVIEW), judged("c", End.REJECTED), judged("d", End.FAILED)),
        [
            gold("a", "reject", "accept"),
            gold("b", "accept"),
            gold("c", "reject"),
            gold("d", "reject"),
            gold("e", "accept"),
        ],
    )
    cells = {(cell.gold, cell.end): cell.papers for cell in found.confusion}
    assert cells == {
        (GoldCall.ACCEPT, End.PASSED): ("a",),
        (GoldCall.ACCEPT, End.NEEDS_REVIEW): ("b",),
        (GoldCall.REJECT, End.REJECTED): ("c",),
        (GoldCall.REJECT, End.FAILED): ("d",),
    }
    assert found.unmatched == ("e",)
    assert found.unfinished == ("d",)
    assert found.agreement.n == 3, "a failed paper says nothing"


def test_mistakes_are_only_those_that_no_reader_shares() -> None:
    papers = run(
        judged("a", End.REJECTED, rule="1.1"), judged("b"), judged("c", End.REJECTED), judged("d", End.NEEDS_REVIEW)
    )
    golds = [gold("a", "accept"), gold("b", "reject"), gold("c", "unsure"), gold("d", "accept")]
    assert [(m.paper, m.end, m.rule) for m in evaluate(papers, golds).mistakes] == [
        ("a", End.REJECTED, "1.1"),
        ("b", End.PASSED, None),
    ]


def test_precision_and_recall() -> None:
    papers = run(
        *(judged(name, end) for name, end in zip("abcd", [End.REJECTED] * 3 + [End.NEEDS_REVIEW], strict=True))
    )
    found = evaluate(papers, [gold("a", "reject"), gold("b", "reject"), gold("c", "accept"), gold("d", "reject")])
    rates = {line.name: (line.rate.hits, line.rate.total) for line in found.classes}
    assert rates["precision of reject"] == (2, 3)
    assert rates["recall of reject"] == (2, 3)
    assert rates["decided without a human"] == (3, 4)
    assert rates["precision of accept"] == (0, 0)


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(0, 10, 0.0, 0.2775), (8, 10, 0.4902, 0.9433), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals_have_their_known_bounds(hits: int, total: int, low: float, high: float) -> None:
    found = rate(hits, total)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_kappa_has_its_known_value_and_an_interval_around_it() -> None:
    """Two raters on 50 grants: 20 both yes, 15 both no, 5 and 10 apart; kappa is 0.4 (a textbook example)."""
    pairs = [("yes", "yes")] * 20 + [("no", "no")] * 15 + [("yes", "no")] * 5 + [("no", "yes")] * 10
    found = agreement(pairs)
    assert found.kappa == pytest.approx(0.4)
    assert found.low is not None and found.high is not None and found.low < 0.4 < found.high
    assert agreement(pairs) == found, "the same pairs give the same interval"
    assert agreement([("yes", "yes")] * 3).kappa is None


def test_a_rule_is_held_against_the_readers_word_on_its_level() -> None:
    papers = run(
        judged("a", End.REJECTED, verdicts=(verdict("1.1", "pass"), verdict("3.1", "reject", "on_request"))),
        judged("b", End.NEEDS_REVIEW, verdicts=(verdict("1.1", "unknown"), verdict("2.1", "pass"))),
    )
    golds = [
        gold("a", "reject", l1={"call": "pass"}, l3={"call": "reject", "category": "agreement"}),
        gold("b", "accept", l1={"call": "pass"}, l2_1={"call": "reject", "category": "not_competitive"}),
    ]
    found = evaluate(papers, golds)
    lines = {line.rule: line for line in found.rules}
    assert (lines["1.1"].passed, lines["1.1"].unknown, lines["1.1"].agrees.hits) == (1, 1, 1)
    assert lines["2.1"].against == ("b",)
    assert lines["3.1"].agrees.hits == 1
    assert found.categories.missed == ("a: 3.1 on_request, readers agreement",)


def test_each_model_and_prompt_version_has_its_own_line() -> None:
    model = Decider(by=DecidedBy.LLM, model="m", prompt="screen_first_look", prompt_version="2")
    papers = run(judged("a", verdicts=(verdict("1.1", "pass"), verdict("2.1", "reject", "x", by=model))))
    found = evaluate(papers, [gold("a", "accept", l1={"call": "pass"}, l2_1={"call": "pass"})])
    assert [(line.name, line.rate.hits, line.rate.total) for line in found.deciders] == [
        ("llm (m, prompt screen_first_look 2)", 0, 1),
        ("rules", 1, 1),
    ]


def test_scores_are_matched_by_value_method_metric_and_setting() -> None:
    listed = [
        {"setting": "test", "metric": "Acc", "method": "Net A", "value_as_printed": "0.91", "table": "Table 2"},
        {"setting": "test", "metric": "AUC", "method": "Net B", "value_as_printed": "0.80", "table": "Table 2"},
        {"setting": "test", "metric": "Acc", "method": "Net C", "value_as_printed": "0.70", "table": "Table 2"},
        {"setting": "test", "metric": "Acc", "method": "Net D", "value_as_printed": "0.5", "table": "Fig. 3"},
    ]
    papers = run(judged("a", scores=(score("NetA", "0.91"), score("Net B", "0.80"), score("Net C", "0.71"))))
    found = {line.name: line for line in evaluate(papers, [gold("a", "accept", scores=listed)]).fields}
    assert found["score: value"].rate.hits == 2
    assert found["score: value, method"].rate.total == 3, "a score that stands in a figure is not asked for"
    assert found["score: value, method, metric"].rate.hits == 1
    assert found["right value of method and metric"].missed == ("a: test, Acc of Net C = 0.70 (Table 2), here 0.71",)
    assert found["score grounded in a cell"].rate.hits == 3


def test_a_score_without_its_cell_is_not_grounded() -> None:
    papers = run(judged("a", scores=(score("A", "0.9", evidence=()), score("B", "0.8"))))
    found = {line.name: line for line in evaluate(papers, [gold("a", "accept")]).fields}
    assert found["score grounded in a cell"].missed == ("a: A accuracy",)


@pytest.mark.parametrize(
    ("name", "doi"), [("S41-1", None), ("10.1038/s41-1", "10.1038/s41-1"), ("s41-1", "10.1038/S41-1")]
)
def test_a_gold_line_means_a_paper_by_file_or_doi(name: str, doi: str | None) -> None:
    names = () if doi else ("s41-1",)
    assert evaluate(run(judged("x", names=names, doi=doi)), [gold(name, "accept")]).papers == 1


def test_a_gold_line_does_not_mean_a_paper_whose_name_only_ends_alike() -> None:
    assert evaluate(run(judged("x", doi="10.1/as41-1", names=("xs41-1",))), [gold("s41-1", "accept")]).papers == 0
