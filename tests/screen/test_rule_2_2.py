"""Rule 2.2: a metric of the registry is a function; a person's judgement is not."""

import pytest

from pipeline.results import read_results
from pipeline.screen.case import Case
from pipeline.screen.rules.rule_2_2 import RULE
from schemas.paper import Paper
from schemas.screening import Verdict
from tests.results.build import paper, table


def judged(made: Paper) -> Verdict:
    return RULE.judge(Case(paper=made, results=read_results(made)))


@pytest.mark.parametrize(
    ("metric", "call", "category"),
    [
        ("MCC", "pass", "function"),
        ("RMSE", "pass", "function"),
        ("Mean opinion score", "reject", "human_judgement"),
        ("Chamfer distance", "unknown", "not_in_registry"),
    ],
)
def test_the_metric_decides(metric: str, call: str, category: str) -> None:
    verdict = judged(paper(table(f"Method | {metric}\nSiteFinder | 0.5\nProtNet | 0.6")))
    assert (verdict.call, verdict.category) == (call, category)
    assert [item.quote for item in verdict.evidence] == [metric]


def test_a_primary_metric_without_a_file_is_unknown_even_beside_one_that_has_a_file() -> None:
    text = "Method | Chamfer distance | ACC\nSiteFinder | 5.1 | 0.71\nProtNet | 4.9 | 0.80"
    made = paper(table(text), abstract="We propose ProtNet, with a Chamfer distance of 4.9.")
    assert judged(made).category == "not_in_registry"


def test_without_a_metric_the_reason_names_the_gap(crabnet: Paper) -> None:
    verdict = judged(crabnet)
    assert (verdict.call, verdict.category) == ("unknown", "no_metric")
    assert "Figure 1 (page 4)" in verdict.reason


def test_a_sentence_on_human_judgement_alone_rejects_nothing() -> None:
    made = paper(results=("The summaries were rated by three experts.",))
    verdict = judged(made)
    assert verdict.call == "unknown"
    assert [item.quote for item in verdict.evidence] == ["The summaries were rated by three experts."]


def test_the_first_example_passes(lmsuccsite: Paper) -> None:
    assert judged(lmsuccsite).call == "pass"
