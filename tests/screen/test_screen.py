"""The stage: order, curation, questions, and quotes that stand in the paper."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.results import read_results
from pipeline.results.model import Results
from pipeline.screen import screen
from pipeline.screen.rules import all_rules
from pipeline.screen.sentences import split
from schemas.curation import CuratedVerdict, Curation
from schemas.data import LinkCheck, LinkStatus
from schemas.evidence import DecidedBy
from schemas.outcome import Call, Question
from schemas.paper import Paper, SectionRole
from schemas.screening import Verdict, VerdictCall
from tests.screen.build import KNOWN_LINKS, NO_RESULTS, OFFLINE, Links, answering, method_paper, paper

ORDER = ["1.1", "2.1", "2.2", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6"]
ON_REQUEST = ("Data availability", SectionRole.DATA_AVAILABILITY, "Data are available on request.")


def verdicts(records: tuple[object, ...]) -> dict[str, Verdict]:
    return {record.rule: record for record in records if isinstance(record, Verdict)}


def curated(rule: str, call: VerdictCall, category: str = "checked") -> Curation:
    entry = CuratedVerdict(rule=rule, call=call, category=category, reason="I read it.")
    return Curation(by="A. Curator", date=date(2025, 1, 2), verdicts=(entry,))


def test_the_rules_of_the_folder_in_their_order() -> None:
    assert [rule.rule_id for rule in all_rules()] == ORDER
    assert [rule.level for rule in all_rules()] == [int(rule[0]) for rule in ORDER]


def test_the_first_example_advances_with_evidence_on_every_verdict(lmsuccsite: Paper) -> None:
    produced = screen(lmsuccsite, read_results(lmsuccsite), Links(KNOWN_LINKS))
    found = verdicts(produced.records)
    assert produced.decision.call is Call.ADVANCE
    assert list(found) == ["prefilter", *ORDER]
    assert {verdict.call for verdict in found.values()} == {VerdictCall.PASS}
    assert all(verdict.evidence for verdict in found.values())


def test_the_second_example_asks_for_the_scores_of_its_picture_and_for_nothing_else(crabnet: Paper) -> None:
    decision = screen(crabnet, read_results(crabnet), Links(KNOWN_LINKS)).decision
    assert decision.call is Call.REVIEW
    assert all("Figure 1" in question.question for question in decision.questions)
    assert "scores" in {question.field for question in decision.questions}


def test_an_undecided_rule_does_not_keep_a_later_one_from_rejecting() -> None:
    produced = screen(method_paper(ON_REQUEST), NO_RESULTS, OFFLINE)
    found = verdicts(produced.records)
    assert found["2.1"].call is VerdictCall.UNKNOWN
    assert (produced.decision.call, produced.decision.rule, produced.decision.category) == (
        Call.REJECT,
        "3.1",
        "on_request",
    )
    assert produced.decision.evidence
    assert "3.2" not in found


def test_every_undecided_rule_is_one_question_with_its_field() -> None:
    decision = screen(method_paper(), NO_RESULTS, OFFLINE).decision
    assert decision.call is Call.REVIEW
    assert [question.field for question in decision.questions] == [
        "verdicts.2.1",
        "verdicts.2.2",
        "verdicts.3.1",
        "verdicts.3.2",
        "verdicts.3.3",
        "verdicts.3.4",
        "verdicts.3.6",
    ]


def test_gaps_of_the_results_are_the_question_once() -> None:
    gap = Question(field="scores", question="The results stand in Figure 1 (page 4).")
    decision = screen(method_paper(), Results(gaps=(gap,)), answering(LinkStatus.OPEN)).decision
    assert [(question.field, question.question) for question in decision.questions] == [(gap.field, gap.question)]
    assert decision.rule == "2.1"


def test_a_document_without_its_full_text_waits_before_any_rule() -> None:
    produced = screen(method_paper(ON_REQUEST, is_complete=False), NO_RESULTS, OFFLINE)
    assert list(verdicts(produced.records)) == ["prefilter"]
    assert (produced.decision.call, produced.decision.category) == (Call.REVIEW, "incomplete_document")


def test_a_human_verdict_stands_in_the_rule_s_place_and_names_what_the_rule_said() -> None:
    produced = screen(method_paper(ON_REQUEST), NO_RESULTS, OFFLINE, curated("3.1", VerdictCall.PASS))
    found = verdicts(produced.records)["3.1"]
    assert (found.call, found.category, found.decider.by) == (VerdictCall.PASS, "checked", DecidedBy.HUMAN)
    assert "I read it." in found.reason
    assert "on_request" in found.reason
    assert produced.decision.call is Call.REVIEW


def test_a_human_rejection_ends_the_screening_in_the_human_s_name() -> None:
    decision = screen(method_paper(), NO_RESULTS, OFFLINE, curated("1.1", VerdictCall.REJECT, "comparison")).decision
    assert (decision.call, decision.rule, decision.category) == (Call.REJECT, "1.1", "comparison")
    assert decision.decider.person == "A. Curator"


def test_a_human_lets_a_paper_past_the_prefilter() -> None:
    one = method_paper(article_type="review-article")
    assert screen(one, NO_RESULTS, OFFLINE).decision.rule == "prefilter"
    assert screen(one, NO_RESULTS, OFFLINE, curated("prefilter", VerdictCall.PASS)).decision.call is Call.REVIEW


@pytest.mark.parametrize("status", list(LinkStatus))
def test_evidence_stands_in_the_paper(status: LinkStatus, lmsuccsite: Paper, crabnet: Paper) -> None:
    for one in (lmsuccsite, crabnet, method_paper(), method_paper(ON_REQUEST)):
        for record in screen(one, NO_RESULTS, answering(status)).records:
            assert isinstance(record, Verdict | LinkCheck)
            assert all(one.find(item.quote) for item in record.evidence)


@given(
    st.lists(
        st.sampled_from(["We use e.g. trees.", "See Fig. 2 for it.", "It is 0.5. ", "Smith et al. Did so!", " "]),
        max_size=6,
    )
)
def test_sentences_are_pieces_of_the_block_and_lose_no_word(parts: list[str]) -> None:
    block = " ".join(parts)
    found = split(block)
    assert all(sentence in block for sentence in found)
    assert "".join("".join(found).split()) == "".join(block.split())


def test_abbreviations_end_no_sentence() -> None:
    assert split("See Fig. 2 and Smith et al. Then go on. It works.") == (
        "See Fig. 2 and Smith et al. Then go on.",
        "It works.",
    )


def test_a_paper_without_a_word_is_for_a_human() -> None:
    assert screen(paper(title=""), NO_RESULTS, OFFLINE).decision.call is Call.REVIEW


@given(st.text(max_size=300), st.sampled_from(list(SectionRole)))
def test_no_text_makes_the_stage_raise(text: str, role: SectionRole) -> None:
    assert screen(method_paper(("More", role, text)), NO_RESULTS, OFFLINE).decision.call is not Call.ADVANCE
