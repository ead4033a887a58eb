"""A model beside the rules: it fills what they leave open; where it contradicts them a human is asked."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.extract import extract
from pipeline.extract.grounded import problem_of
from pipeline.extract.overlay import with_pointed, with_stated
from pipeline.extract.pointed import Pointed, pointed
from pipeline.extract.stated import Stated
from pipeline.results import read_results
from pipeline.results.labels import Names
from pipeline.results.model import Results
from schemas.answers.extraction import ScoreForm
from schemas.evidence import DecidedBy, Decider
from schemas.outcome import Call, Question
from schemas.paper import Paper
from schemas.task import Direction, MethodRole, Metric, Protocol, Score, Setting
from tests.asking.scripted import Scripted
from tests.extract.forms import algorithm, component, line, metric, score_form, score_table, setting, task_form
from tests.extract.test_filled import POINTS, TASK, of
from tests.results.build import paper, table

MODEL = Decider(by=DecidedBy.LLM, model="m", prompt="extract_task", prompt_version="1")
PROPOSED = "In this work, we propose LMSuccSite, a new method to predict succinylation"
BENCH = "a new tool that uses PLM and deep learning for the prediction of succinylation sites"
NOTHING_NAMED = "Sites matter. Methods that find them reach good scores on the independent test set of proteins."
BODY = """
Method   | ACC  | MCC
Rival    | 0.71 | 0.44
DeepSite | 0.75 | 0.52
ProtNet  | 0.80 | 0.61
"""
ROWS = (
    line("row", 2, "DeepSite", method="DeepSite", role="baseline"),
    line("row", 3, "ProtNet", method="ProtNet", role="proposed"),
)
MCC = line("column", 2, "MCC", metric="matthews_correlation")
FORM = task_form(
    algorithm("ProtNet", NOTHING_NAMED),
    setting("Test", NOTHING_NAMED),
    metric("matthews_correlation", "MCC", NOTHING_NAMED, is_primary=True),
)


def quote_of(made: Paper, words: str) -> str:
    """The sentence of a real paper that holds some words."""
    return next(b.text for s in made.sections for b in s.blocks if words in b.text and len(b.text) < 3000)[:400]


def test_where_code_has_read_everything_only_the_task_is_asked_for(lmsuccsite: Paper) -> None:
    quote = quote_of(lmsuccsite, "LMSuccSite")
    form = task_form(
        algorithm("LMSuccSite", quote),
        setting("independent test set", quote),
        metric("matthews_correlation", "MCC", quote, is_primary=True),
        component("Dataset", "initial_state", quote, settings=("independent test set",)),
    )
    chat = Scripted({TASK: [form]})
    produced = extract(lmsuccsite, None, chat)
    assert produced.decision.call is Call.ADVANCE, produced.decision.reason
    assert chat.ids() == [TASK]
    assert {score.decider.by for score in of(produced, Score)} == {DecidedBy.RULES}
    assert "LMSuccSite" in chat.asked[0].user.rsplit("untrusted", 2)[1]


@pytest.mark.parametrize(
    ("name", "protocol", "lead", "field"),
    [
        ("GPSuc", "fixed", ("matthews_correlation", "MCC"), "algorithm"),
        ("LMSuccSite", "random", ("matthews_correlation", "MCC"), "settings.independent-test-set.protocol"),
        ("LMSuccSite", "fixed", ("accuracy", "ACC"), "metrics"),
    ],
)
def test_a_contradiction_is_a_question_with_both_evidences_and_changes_no_value(
    name: str, protocol: str, lead: tuple[str, str], field: str, lmsuccsite: Paper
) -> None:
    quote = quote_of(lmsuccsite, name)
    form = task_form(
        algorithm(name, quote), setting("independent test set", quote, protocol), metric(*lead, quote, is_primary=True)
    )
    produced = extract(lmsuccsite, None, Scripted({TASK: [form]}))
    alone = extract(lmsuccsite)
    assert produced.decision.call is Call.REVIEW
    (asked,) = [question for question in produced.decision.questions if question.field == field]
    assert "the rules read" in asked.question and len(asked.evidence) >= 2
    for kind in (Setting, Score, Metric):
        assert of(produced, kind) == of(alone, kind)


def test_a_disputed_cell_is_never_a_score_on_a_model_s_word() -> None:
    made = paper(table(BODY.replace("0.52", "!0.52")), title="Sites", abstract=NOTHING_NAMED)
    form = score_form(score_table("Table 2", *ROWS, MCC, setting="test"))
    produced = extract(made, None, Scripted({TASK: [FORM], POINTS: [form]}))
    assert produced.decision.call is Call.REVIEW
    assert "two readings of the cell differ" in produced.decision.reason
    assert [score.method for score in of(produced, Score)] == ["ProtNet"]


def test_a_method_that_only_a_model_can_name_lets_the_rules_read_the_tables() -> None:
    made = paper(table(BODY), title="Sites", abstract=NOTHING_NAMED)
    assert read_results(made).algorithm is None
    chat = Scripted({TASK: [FORM]})
    produced = extract(made, None, chat)
    assert produced.decision.call is Call.ADVANCE, produced.decision.reason
    assert chat.ids() == [TASK]
    assert {score.decider.by for score in of(produced, Score)} == {DecidedBy.RULES}
    assert len(of(produced, Score)) == 6


def test_a_text_cell_a_range_and_a_glued_mark_are_asked_about() -> None:
    for cell, problem in (
        ("good", "no score string"),
        ("0.5-0.6", "a range or bound"),
        (">0.5", "a range or bound"),
    ):
        made = paper(table(BODY.replace("0.52", cell)), title="Sites", abstract=NOTHING_NAMED)
        form = score_form(score_table("Table 2", *ROWS, MCC, setting="test"))
        produced = extract(made, None, Scripted({TASK: [FORM], POINTS: [form]}))
        assert problem in produced.decision.reason


def points(made: Paper, form: dict[str, Any], *settings: str) -> Pointed:
    metrics = [
        Metric(paper_id="p", metric_id=name, printed=printed, direction=Direction.HIGHER)
        for name, printed in (("matthews_correlation", "MCC"), ("dice", "DSC"), ("accuracy", "ACC"))
    ]
    return pointed(made, ScoreForm.model_validate(form), Names("ProtNet"), metrics, settings or ("test",), MODEL)


CHANGING = """
Method   | Heart ACC | Heart DSC
DeepSite | 0.75      | 0.71
ProtNet  | 0.80      | 0.72
         | Brain ACC | Brain DSC
DeepSite | 0.85      | 0.73
ProtNet  | 0.90      | 0.74
"""


def test_where_headers_change_inside_a_table_a_pointer_says_which_part_it_means() -> None:
    rows = [
        line("row", row, name, method=name, role="proposed" if name == "ProtNet" else "baseline")
        for row, name in ((1, "DeepSite"), (2, "ProtNet"), (4, "DeepSite"), (5, "ProtNet"))
    ]
    heart = line("column", 1, "Heart ACC", metric="accuracy", setting="heart")
    brain = line("column", 1, "Brain ACC", metric="accuracy", setting="brain")
    form = score_form(score_table("Table 2", *rows, heart, brain))
    known = table(CHANGING).model_copy(update={"inner_headers": (3,)})
    found = points(paper(known), form, "heart", "brain")
    assert {(s.setting_id, s.method): s.printed for s in found.scores} == {
        ("heart", "DeepSite"): "0.75",
        ("heart", "ProtNet"): "0.80",
        ("brain", "DeepSite"): "0.85",
        ("brain", "ProtNet"): "0.90",
    }
    assert found.claims == ()
    unknown = points(paper(table(CHANGING)), form, "heart", "brain")
    assert {s.printed for s in unknown.scores} == {"0.75", "0.80"}
    assert any("a human has to read these rows" in claim.problem for claim in unknown.claims)


def test_methods_in_columns_and_metrics_in_rows_are_read_as_well() -> None:
    turned = "Metric | DeepSite | ProtNet\nACC | 0.75 | 0.80\nMCC | 0.52 | 0.61"
    columns = [
        line("column", 1, "DeepSite", method="DeepSite", role="baseline"),
        line("column", 2, "ProtNet", method="ProtNet", role="proposed"),
    ]
    form = score_form(score_table("Table 2", line("row", 2, "MCC", metric="matthews_correlation"), *columns))
    found = points(paper(table(turned)), form)
    assert [(s.method, s.value, s.role) for s in found.scores] == [
        ("DeepSite", 0.52, MethodRole.BASELINE),
        ("ProtNet", 0.61, MethodRole.PROPOSED),
    ]


@pytest.mark.parametrize(
    ("caption", "problem"),
    [
        ("Table 2. Ablation study of ProtNet.", "an ablation"),
        ("Table 2. Results on the training data.", "scores on training data"),
        ("Table 2. Scores on the validation set.", "scores on validation data"),
    ],
)
def test_a_table_whose_caption_says_otherwise_is_no_main_result(caption: str, problem: str) -> None:
    found = points(paper(table(BODY, caption=caption)), score_form(score_table("Table 2", *ROWS, MCC)))
    assert found.scores == () and problem in found.claims[0].problem


def test_a_model_may_make_less_of_a_row_than_its_header_but_not_more() -> None:
    rows = (
        line("row", 1, "Rival", method="Rival", role="bound"),
        line("row", 2, "DeepSite", method="DeepSite", role="variant"),
    )
    found = points(paper(table(BODY)), score_form(score_table("Table 2", *rows, MCC)))
    assert [(s.method, s.role) for s in found.scores] == [("Rival", MethodRole.BOUND)]
    assert "does not name 'ProtNet'" in found.claims[0].problem


TEXTS = st.sampled_from(["DeepSite", "ProtNet", "Rival", "MCC", "ACC", "Method", "0.52", "", "ours"])
LINES = st.builds(
    line,
    st.sampled_from(["row", "column"]),
    st.integers(0, 5),
    TEXTS,
    method=TEXTS,
    role=st.sampled_from([None, *MethodRole]),
    metric=st.sampled_from(["", "matthews_correlation", "accuracy", "dice"]),
    setting=st.sampled_from(["", "test", "moon"]),
)


GOOD = st.sampled_from([*ROWS, MCC, line("column", 1, "ACC", metric="accuracy")])


@settings(deadline=None)
@given(st.lists(st.one_of(LINES, GOOD), max_size=8))
def test_whatever_a_model_points_at_a_score_is_what_its_cell_prints(lines: list[dict[str, Any]]) -> None:
    made = paper(table(BODY))
    for score in points(made, score_form(score_table("Table 2", *lines))).scores:
        assert problem_of(made, score) == ""
        header = {"matthews_correlation": "MCC", "accuracy": "ACC"}[score.metric_id]
        assert (score.evidence[0].place.column, score.evidence[0].place.row) == (header, score.method)


def a_score(value: float, role: MethodRole = MethodRole.BASELINE, by: DecidedBy = DecidedBy.RULES) -> Score:
    made = read_results(paper(table(BODY))).scores[0]
    return made.model_copy(update={"value": value, "role": role, "decider": Decider(by=by)})


def test_two_readings_of_one_score_are_a_question_and_the_rules_one_stays() -> None:
    own = a_score(0.71)
    for other in (a_score(0.72), a_score(0.71, MethodRole.BOUND)):
        merged = with_pointed(Results(scores=(own,)), Pointed(scores=(other,)))
        assert merged.scores == (own,) and len(merged.gaps) == 1
    assert with_pointed(Results(scores=(own,)), Pointed(scores=(own,))).gaps == ()
    human = a_score(0.71, by=DecidedBy.HUMAN)
    assert with_pointed(Results(scores=(human,)), Pointed(scores=(a_score(0.72),))).gaps == ()


def test_a_doubt_about_a_cell_stays_whatever_a_model_points_at() -> None:
    gap = Question(field="scores.test.accuracy.Rival", question="two readings of the cell differ")
    lists = Question(field="scores", question="where are the main results?")
    metrics = (Metric(paper_id="p", metric_id="accuracy", printed="ACC", direction=Direction.HIGHER, is_primary=True),)
    read = Results(metrics=metrics, gaps=(gap, lists))
    own = a_score(0.8, MethodRole.PROPOSED)
    assert with_pointed(read, Pointed(scores=(own,))).gaps == (gap,)
    assert with_pointed(read, Pointed(scores=(a_score(0.8),))).gaps == (gap, lists)


def test_what_the_rules_left_open_is_filled_and_says_who_filled_it() -> None:
    read = read_results(paper(table(BODY)))
    own = replace(read, settings=tuple(s.model_copy(update={"protocol": Protocol.UNKNOWN}) for s in read.settings))
    other = read.settings[0].model_copy(
        update={"setting_id": "other-name", "protocol": Protocol.RANDOM, "sources": ("https://x",), "decider": MODEL}
    )
    filled = with_stated(own, Stated(settings=(other,))).settings[0]
    assert (filled.setting_id, filled.protocol, filled.sources) == (
        read.settings[0].setting_id,
        Protocol.RANDOM,
        ("https://x",),
    )
    assert filled.decider == MODEL


def test_the_leading_metric_of_a_model_stands_where_the_rules_only_assumed_one() -> None:
    read = read_results(paper(table(BODY)))
    assumed = replace(read, metrics=tuple(m.model_copy(update={"is_assumed": m.is_primary}) for m in read.metrics))
    lead = next(m for m in read.metrics if not m.is_primary).model_copy(update={"is_primary": True, "decider": MODEL})
    led = with_stated(assumed, Stated(metrics=(lead,)))
    assert [m.metric_id for m in led.metrics if m.is_primary] == [lead.metric_id]
    assert led.gaps == () and not any(m.is_assumed for m in led.metrics)
    assert [gap.field for gap in with_stated(read, Stated(metrics=(lead,))).gaps] == ["metrics"]
