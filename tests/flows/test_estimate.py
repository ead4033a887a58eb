"""`papergym estimate`: both bounds from the real prompts, and not one call."""

from pathlib import Path

import pytest

from flows.counting import TOKENS_OUT, Counted
from flows.estimate import Estimate
from flows.show.estimate import as_data
from pipeline.review.court import MOST_CASES
from schemas.endpoints import Models
from schemas.judging import Role
from schemas.outcome import Stage
from tests.conftest import PAPERS
from tests.flows.command import Shell

FIRST = Counted(Stage.SCREEN, Role.SCREENER, "screen_first_look", 2_000)
TASK = Counted(Stage.EXTRACT, Role.EXTRACTOR, "extract_task", 10_000)
PRICED = Models.model_validate({"default": {"price_in": 1.0, "price_out": 10.0}, "extractor": {"price_in": 2.0}})


def test_money_is_tokens_times_the_price_of_each_role() -> None:
    found = as_data([Estimate(Path("a.pdf"), "a", "", (FIRST,), (FIRST, TASK))], PRICED)
    assert found["total"]["lower"] == {"calls": 1, "tokens_in": 2000, "tokens_out": 700, "dollars": 0.009}
    assert found["total"]["upper"]["dollars"] == pytest.approx(0.002 + 0.02 + 2 * TOKENS_OUT * 10 / 1e6)
    assert [(part["stage"], part["upper"]["calls"]) for part in found["stages"]] == [("screen", 1), ("extract", 1)]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    shell = Shell(tmp_path_factory.mktemp("var"), (("PAPERGYM_MODELS__DEFAULT__PRICE_IN", "1"),))
    names = ("plos-pone.0058242.xml", "hindawi-PMC4678086.xml", "jats-no-body.xml")
    answer = shell.json("estimate", *(PAPERS / name for name in names))
    return {Path(str(paper["file"])).name: paper for paper in answer["papers"]}


def test_a_paper_that_rules_stop_costs_nothing(told: dict[str, dict[str, dict[str, float]]]) -> None:
    assert told["hindawi-PMC4678086.xml"]["upper"]["calls"] == 0
    assert told["jats-no-body.xml"]["upper"]["calls"] == 0


def test_a_paper_that_is_asked_about_costs_from_one_call_to_all_stages(
    told: dict[str, dict[str, dict[str, float]]],
) -> None:
    paper = told["plos-pone.0058242.xml"]
    lower, upper = paper["lower"], paper["upper"]
    assert lower["calls"] == 1 and 2_000 < lower["tokens_in"] < 4_000
    assert upper["calls"] == 2 + 2 + 3 * 4 + MOST_CASES + 1
    assert lower["tokens_in"] < upper["tokens_in"] < 120_000
    assert upper["dollars"] == pytest.approx(upper["tokens_in"] / 1e6)
