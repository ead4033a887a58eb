"""Extraction with a model on a real paper whose method no rule can name: a genetic-algorithm network for kidney function.

The form is what a careful reader writes; each test changes it in one way that code has to notice.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.extract import extract
from pipeline.ports import Produced
from schemas.claims import UngroundedClaim
from schemas.curation import Curation
from schemas.data import DataComponent, FileRole
from schemas.evidence import DecidedBy
from schemas.outcome import Call
from schemas.paper import Paper
from schemas.screening import Verdict, VerdictCall
from schemas.task import Algorithm, MethodRole, Metric, Protocol, Score, Setting
from tests.asking.scripted import Scripted
from tests.extract.forms import algorithm, component, line, metric, score_form, score_table, setting, task_form

CHOSEN = "the six-variable GABP network was selected as the optimal estimation model for patients with CKD"
NAMED = "The six-variable (including SC, age, weight, SUN, height and gender) GABP network with a topology of 6-2-1"
ENROLLED = "From January 2010 through December 2010, 349 patients in the same hospital were included"
ADDED = "An additional 222 patients were admitted to two independent institutions in other Chinese cities"
MEASURED = "misclassification rate of CKD stage, 32.4% vs. a range from 47.3% to 53.3%"
GFR = "dynamic imaging (modified Gate's method) was used as the standard GFR (sGFR)"
WEIGHTS = "superior initial weights and thresholds were achieved, and then applied in the initialization of the network"

METHOD = algorithm("GABP6 network", NAMED)
SIZE = {"part": "test", "label": "", "printed": "349", "quote": ENROLLED}
EXTERNAL = setting("External validation", ENROLLED, sizes=(SIZE,))
ADDITIONAL = setting("Additional external validation", ADDED)
ERROR = metric("error_rate", "misclassification rate", MEASURED, "lower", is_primary=True)
STANDARD = component("standard GFR", "initial_state", GFR, settings=("External validation",))
OUTPUT = component("initial weights", "algorithm_output", WEIGHTS)
FORM = task_form(METHOD, EXTERNAL, ADDITIONAL, ERROR, STANDARD, OUTPUT)

RATE = "CKD stage misclassification rate"
ROWS = (
    line("row", 2, "CG equation", method="CG equation", role="baseline"),
    line("row", 5, "CKD-EPI equation", method="CKD-EPI equation", role="baseline"),
    line("row", 6, "GABP6 network", method="GABP6 network", role="proposed"),
)
COLUMN = line("column", 3, RATE, metric="error_rate")
SCORES = score_form(
    score_table("Table 4", *ROWS, COLUMN, setting="external-validation"),
    score_table("Table 7", *ROWS, COLUMN, setting="additional-external-validation"),
)
TASK, POINTS = "extract_task", "extract_scores"


@pytest.fixture(scope="module")
def kidney(read_paper: Callable[[Path | str], Paper]) -> Paper:
    return read_paper("plos-pone.0058242.xml")


def run(paper: Paper, task: Any = FORM, scores: Any = SCORES, curation: Curation | None = None) -> Produced:
    return extract(paper, curation, Scripted({TASK: [task], POINTS: [scores]}))


def of(produced: Produced, kind: type[Any]) -> list[Any]:
    return [record for record in produced.records if isinstance(record, kind)]


def claims(produced: Produced) -> dict[str, str]:
    return {claim.field_path: claim.problem for claim in of(produced, UngroundedClaim)}


def test_the_rules_alone_ask_for_the_method(kidney: Paper) -> None:
    assert extract(kidney).decision.call is Call.REVIEW


def test_a_form_that_holds_becomes_the_tuple_with_every_value_read_by_code(kidney: Paper) -> None:
    produced = run(kidney)
    assert produced.decision.call is Call.ADVANCE, produced.decision.reason
    assert claims(produced) == {}
    scores = {(s.setting_id, s.method): s for s in of(produced, Score)}
    own = scores["external-validation", "GABP6 network"]
    assert (own.printed, own.value, own.factor, own.role) == ("32.4", 0.324, 0.01, MethodRole.PROPOSED)
    assert (own.evidence[0].place.table, own.evidence[0].place.row) == ("Table 4", "GABP6 network")
    assert scores["additional-external-validation", "CKD-EPI equation"].printed == "53.6"
    assert len(scores) == 6
    assert {str(s.decider) for s in scores.values()} == {"llm (scripted, prompt extract_scores 1)"}


def test_settings_metrics_and_sizes_come_with_their_quotes(kidney: Paper) -> None:
    produced = run(kidney)
    first = of(produced, Setting)[0]
    assert (first.setting_id, first.protocol) == ("external-validation", Protocol.FIXED)
    assert [(count.split, count.value) for count in first.counts] == [("test", 349)]
    assert first.evidence[0].quote == ENROLLED and first.decider.by is DecidedBy.LLM
    assert [(m.metric_id, m.is_primary, m.printed) for m in of(produced, Metric)] == [
        ("error_rate", True, "misclassification rate")
    ]


def test_the_method_boundary_comes_out_as_evidence_for_verification(kidney: Paper) -> None:
    parts = {part.name: part for part in of(run(kidney), DataComponent)}
    assert parts["standard GFR"].role is FileRole.INITIAL_STATE
    assert parts["standard GFR"].setting_ids == ("external-validation",)
    assert parts["initial weights"].role is FileRole.ALGORITHM_OUTPUT
    assert parts["initial weights"].evidence[0].quote == WEIGHTS


def test_the_rules_on_quality_are_judged_again_on_the_numbers(kidney: Paper) -> None:
    found = {verdict.rule: verdict for verdict in of(run(kidney), Verdict)}
    assert found["2.1"].call is VerdictCall.PASS and "32.4 against" in found["2.1"].reason
    assert found["2.1"].decider.by is DecidedBy.RULES and found["2.2"].call is VerdictCall.PASS


def test_numbers_that_fall_behind_reject_whatever_screening_was_told(kidney: Paper) -> None:
    other = tuple({**row, "role": "baseline" if "CG" not in row["method"] else "proposed"} for row in ROWS)
    tables = [
        score_table(f"Table {n}", *other, COLUMN, setting=s)
        for n, s in ((4, "external-validation"), (7, "additional-external-validation"))
    ]
    form = task_form(algorithm("CG equation", NAMED), EXTERNAL, ADDITIONAL, ERROR)
    produced = run(kidney, form, score_form(*tables))
    assert (produced.decision.call, produced.decision.rule, produced.decision.category) == (
        Call.REJECT,
        "2.1",
        "not_competitive",
    )
    assert {item.quote for item in produced.decision.evidence} == {"47.3", "32.4", "47.7", "42.3"}


def with_row(**changed: Any) -> Any:
    return score_form(score_table("Table 4", *ROWS[:2], {**ROWS[2], **changed}, COLUMN, setting="external-validation"))


def with_column(**changed: Any) -> Any:
    return score_form(score_table("Table 4", *ROWS, {**COLUMN, **changed}, setting="external-validation"))


@pytest.mark.parametrize(
    ("form", "path", "problem"),
    [
        (with_row(index=5), "tables.Table 4.row.5", "'CKD-EPI equation', not 'GABP6 network'"),
        (with_row(index=40), "tables.Table 4.row.40", "the table has 7 rows"),
        (with_row(header="CKD-EPI equation", index=5), "tables.Table 4.row.5", "does not name 'GABP6 network'"),
        (with_row(method="SuperNet"), "tables.Table 4.row.6", "does not name 'SuperNet'"),
        (with_row(role="baseline"), "tables.Table 4.row.6", "no method of others"),
        (with_row(role=None), "tables.Table 4.row.6", "a method needs its role"),
        (with_column(index=1), "tables.Table 4.column.1", "not 'CKD stage misclassification rate'"),
        (with_column(metric="accuracy"), "tables.Table 4.column.3", "no metric id"),
        (with_column(metric="auroc"), "tables.Table 4.column.3", "no metric id"),
        (score_form(score_table("Table 44", *ROWS, COLUMN)), "tables.Table 44", "no table with numbers"),
        (score_form(score_table("Table 4", *ROWS, COLUMN)), "tables.Table 4.cells", "do not say which setting"),
        (score_form(score_table("Table 4", *ROWS, COLUMN, setting="moon")), "tables.Table 4.cells", "'moon'"),
        (score_form(score_table("Table 4", *ROWS)), None, ""),
    ],
)
def test_a_pointer_that_does_not_hold_is_asked_again_and_gives_no_score(
    kidney: Paper, form: Any, path: str | None, problem: str
) -> None:
    chat = Scripted({TASK: [FORM], POINTS: [form]})
    produced = extract(kidney, None, chat)
    assert produced.decision.call is Call.REVIEW
    assert not any(score.role is MethodRole.PROPOSED for score in of(produced, Score))
    if path:
        assert problem in claims(produced)[path]
        assert chat.ids() == [TASK, POINTS, POINTS]
        assert problem in chat.asked[2].user


def test_a_second_answer_that_holds_counts(kidney: Paper) -> None:
    chat = Scripted({TASK: [FORM], POINTS: [with_row(index=5), SCORES]})
    assert extract(kidney, None, chat).decision.call is Call.ADVANCE


def test_no_form_has_room_for_a_score(kidney: Paper) -> None:
    with pytest.raises(ValueError, match="value"):
        run(kidney, FORM, with_row(value="99.9"))


@pytest.mark.parametrize(
    ("changed", "path", "problem"),
    [
        (task_form(algorithm("GABP6 network", "We beat all others by far."), EXTERNAL, ERROR), "algorithm", "stand"),
        (task_form(algorithm("WonderNet", NAMED), EXTERNAL, ERROR), "algorithm", "'WonderNet' does not stand"),
        (task_form(METHOD | {"variants": ("Nix",)}, EXTERNAL, ERROR), "algorithm.variants.Nix", "'Nix'"),
        (
            task_form(METHOD, EXTERNAL, metric("error_rate", "misclassification rate", MEASURED)),
            "metrics.misclassification rate",
            "lower is better",
        ),
        (
            task_form(METHOD, EXTERNAL, metric("accuracy", "misclassification rate", MEASURED)),
            "metrics.misclassification rate",
            "is error_rate",
        ),
        (
            task_form(METHOD, EXTERNAL, metric("wonder", "misclassification rate", MEASURED)),
            "metrics.misclassification rate",
            "no such metric",
        ),
        (task_form(METHOD, EXTERNAL, ERROR | {"averaging": "macro"}), "metrics.error_rate.averaging", "averaging"),
        (
            task_form(METHOD, EXTERNAL | {"sources": ("https://example.org/data",)}, ERROR),
            "settings.external-validation.sources.https://example.org/data",
            "no such link",
        ),
        (
            task_form(METHOD, EXTERNAL | {"sizes": (SIZE | {"printed": "34"},)}, ERROR),
            "settings.external-validation.sizes.test",
            "does not print",
        ),
        (
            task_form(METHOD, EXTERNAL | {"depends_on": "Pre-training"}, ERROR),
            "settings.external-validation.depends_on",
            "no other setting",
        ),
        (task_form(METHOD, setting("Mars", "We tested it on Mars."), ERROR), "settings.mars", "does not stand"),
        (
            task_form(METHOD, EXTERNAL, ERROR, component("x", "irrelevant", "Nobody said so.")),
            "components.x",
            "does not stand",
        ),
    ],
)
def test_an_entry_that_does_not_hold_is_asked_again_and_is_never_a_value(
    kidney: Paper, changed: Any, path: str, problem: str
) -> None:
    chat = Scripted({TASK: [changed], POINTS: [SCORES]})
    produced = extract(kidney, None, chat)
    assert problem in claims(produced)[path]
    assert chat.ids()[:2] == [TASK, TASK] and problem in chat.asked[1].user
    values = str([record for record in produced.records if not isinstance(record, UngroundedClaim)])
    assert not any(invented in values for invented in ("WonderNet", "Nix", "example.org", "macro", "mars"))


def test_a_model_that_declines_leaves_the_question_to_a_human(kidney: Paper) -> None:
    produced = run(kidney, None)
    assert produced.decision.call is Call.REVIEW
    assert "declined" in claims(produced)["form"]
    assert of(produced, Algorithm) == []


def test_a_human_s_word_beats_the_model_s(kidney: Paper) -> None:
    named = {"name": "GABP6 network", "variants": []}
    entry = {
        "setting_id": "external-validation",
        "metric_id": "error_rate",
        "method": "GABP6 network",
        "role": "proposed",
    }
    curation = Curation.model_validate(
        {
            "by": "A. Curator",
            "date": "2026-11-29",
            "algorithm": named,
            "settings": [{"setting_id": "external-validation", "name": "external", "task": "t", "protocol": "random"}],
            "metrics": [
                {
                    "metric_id": "error_rate",
                    "printed": "misclassification rate",
                    "direction": "lower",
                    "is_primary": True,
                }
            ],
            "scores": [entry | {"printed": "33.0%", "where": "Table 4"}],
        }
    )
    produced = run(kidney, FORM, SCORES, curation)
    own = next(s for s in of(produced, Score) if s.method == "GABP6 network")
    assert (own.printed, own.decider.by) == ("33.0%", DecidedBy.HUMAN)
    assert [(s.protocol, s.decider.by) for s in of(produced, Setting)] == [(Protocol.RANDOM, DecidedBy.HUMAN)]
    assert of(produced, Algorithm)[0].decider.by is DecidedBy.HUMAN
