"""Screening against careful readers, on real papers: no accepted paper is rejected, no rejected one passes."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pipeline.ports import Answer
from pipeline.results import read_results
from pipeline.screen import screen
from schemas.data import LinkStatus
from schemas.outcome import Call, Decision
from schemas.paper import Paper
from tests.screen.build import DATA, KNOWN_LINKS, Links
from tests.screen.gold import Error, confusion, gold_lines, gold_of

ROOT = DATA.parents[1]
LINES = gold_lines(DATA / "gold.jsonl")


class Everything:
    """A world in which every link is open: what still stops a paper then is what the paper says."""

    def answer(self, url: str) -> Answer:
        """See `pipeline.ports.DataSource`."""
        return Answer(LinkStatus.OPEN, url, bytes=10**6)


Decide = Callable[[Mapping[str, Any]], Decision]


@pytest.fixture(scope="module")
def decisions(read_paper: Callable[[Path | str], Paper]) -> Mapping[str, Decision]:
    found = {}
    for line in LINES:
        paper = read_paper(ROOT / line["file"])
        found[line["id"]] = screen(paper, read_results(paper), Links(KNOWN_LINKS)).decision
    return found


def test_no_accept_is_rejected_and_no_reject_passes(decisions: Mapping[str, Decision]) -> None:
    table, errors = confusion(LINES, lambda line: decisions[line["id"]])
    assert errors == []
    assert table["reject", Call.REJECT] >= 7
    assert table["accept", Call.ADVANCE] == 1


def test_not_even_where_every_link_is_open(read_paper: Callable[[Path | str], Paper]) -> None:
    def decide(line: Mapping[str, Any]) -> Decision:
        paper = read_paper(ROOT / line["file"])
        return screen(paper, read_results(paper), Everything()).decision

    assert confusion(LINES, decide)[1] == []


def test_rejections_carry_a_category_of_a_reader_or_of_the_prefilter(decisions: Mapping[str, Decision]) -> None:
    for line in LINES:
        decision = decisions[line["id"]]
        if decision.call is Call.REJECT and decision.rule != "prefilter":
            said = {level["category"] for reader in line["readers"] for level in reader["levels"].values()}
            assert decision.category in said, line["id"]
            assert decision.evidence, line["id"]


def test_the_table_counts_and_names_errors() -> None:
    lines = [
        {"id": "a", "readers": [{"final": "reject"}, {"final": "accept"}]},
        {"id": "b", "readers": [{"final": "reject"}]},
        {"id": "c", "readers": [{"final": "reject"}, {"final": "unsure"}]},
    ]
    calls = {"a": Call.REJECT, "b": Call.ADVANCE, "c": Call.REJECT}
    made = {name: Decision(paper_id=name, stage="screen", call=call) for name, call in calls.items()}
    table, errors = confusion(lines, lambda line: made[line["id"]])
    assert table == Counter({("accept", Call.REJECT): 1, ("reject", Call.ADVANCE): 1, ("unsure", Call.REJECT): 1})
    assert errors == [Error("a", "accept", made["a"]), Error("b", "reject", made["b"])]
    assert [gold_of(line) for line in lines] == ["accept", "reject", "unsure"]
