"""Screening against careful readers, on real papers: no accepted paper is rejected, no rejected one passes."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from flows.gold_file import load_gold
from pipeline.evaluation.decisions import Pair, confusion, mistakes
from pipeline.ports import Answer
from pipeline.results import read_results
from pipeline.screen import screen
from schemas.data import LinkStatus
from schemas.gold import GoldCall
from schemas.outcome import Call, Decision
from schemas.paper import Paper
from schemas.snapshot import End
from tests.evaluation.build import decided
from tests.screen.build import DATA, KNOWN_LINKS, Links

ROOT = DATA.parents[1]
GOLD = load_gold(DATA / "gold.jsonl")
LINES = [json.loads(line) for line in (DATA / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
FILES = {line["id"]: ROOT / line["file"] for line in LINES}


class Everything:
    """A world in which every link is open: what still stops a paper then is what the paper says."""

    def answer(self, url: str) -> Answer:
        """See `pipeline.ports.DataSource`."""
        return Answer(LinkStatus.OPEN, url, bytes=10**6)


@pytest.fixture(scope="module")
def decisions(read_paper: Callable[[Path | str], Paper]) -> Mapping[str, Decision]:
    return _decide(read_paper, Links(KNOWN_LINKS))


def _decide(read_paper: Callable[[Path | str], Paper], source: Links | Everything) -> dict[str, Decision]:
    papers = {name: read_paper(file) for name, file in FILES.items()}
    return {name: screen(paper, read_results(paper), source).decision for name, paper in papers.items()}


def _pairs(decisions: Mapping[str, Decision]) -> list[Pair]:
    return [(gold, decided(gold.id, decisions[gold.id])) for gold in GOLD]


def test_no_accept_is_rejected_and_no_reject_passes(decisions: Mapping[str, Decision]) -> None:
    pairs = _pairs(decisions)
    table = {(cell.gold, cell.end): len(cell.papers) for cell in confusion(pairs)}
    assert mistakes(pairs) == ()
    assert table[GoldCall.REJECT, End.REJECTED] >= 7
    assert table[GoldCall.ACCEPT, End.PASSED] == 1


def test_not_even_where_every_link_is_open(read_paper: Callable[[Path | str], Paper]) -> None:
    assert mistakes(_pairs(_decide(read_paper, Everything()))) == ()


def test_rejections_carry_a_category_of_a_reader_or_of_the_prefilter(decisions: Mapping[str, Decision]) -> None:
    for line in LINES:
        decision = decisions[line["id"]]
        if decision.call is Call.REJECT and decision.rule != "prefilter":
            said = {level["category"] for reader in line["readers"] for level in reader["levels"].values()}
            assert decision.category in said, line["id"]
            assert decision.evidence, line["id"]
