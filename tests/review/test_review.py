"""The deterministic half of the review: what it attacks, what waits for a human, and what it leaves alone."""

from collections.abc import Callable

import pytest

from pipeline.extract import extract, task_of
from pipeline.review import Check, all_checks, review
from pipeline.review.check import finding
from schemas.curation import Curation
from schemas.data import DataComponent, FileRole
from schemas.evidence import Evidence, Place
from schemas.outcome import Call, Stage
from schemas.paper import Paper
from schemas.review import Finding, FindingState, Severity
from schemas.task import Direction, MethodRole, Protocol, Score, Task
from tests.results.build import paper, table

TEXT = """
Method     | ACC   | MCC
SiteFinder | 0.71  | 0.44
DeepSite   | 0.75  | 0.52
ProtNet    | *0.80 | *0.61
"""


@pytest.fixture
def made() -> Paper:
    return paper(table(TEXT))


@pytest.fixture
def good(made: Paper) -> Task:
    return task_of(extract(made).records)


def changed(task: Task, name: str, /, **fields: object) -> Task:
    """The task with the MCC of one method changed."""
    scores = tuple(
        score.model_copy(update=fields) if (score.method, score.metric_id) == (name, "matthews_correlation") else score
        for score in task.scores
    )
    return task.model_copy(update={"scores": scores})


def found(made: Paper, task: Task, check_id: str) -> dict[str, Finding]:
    return {
        item.field_path: item
        for item in review(made, task).records
        if isinstance(item, Finding) and item.check_id == check_id
    }


def test_a_sound_record_passes(made: Paper, good: Task) -> None:
    produced = review(made, good)
    assert (produced.decision.stage, produced.decision.call) == (Stage.REVIEW, Call.ADVANCE), produced.decision.reason
    assert produced.records == ()


def test_the_first_example_passes(lmsuccsite: Paper) -> None:
    produced = review(lmsuccsite, task_of(extract(lmsuccsite).records))
    assert produced.decision.call is Call.ADVANCE, produced.decision.reason
    assert {item.severity for item in produced.records if isinstance(item, Finding)} <= {Severity.NORMAL}


def test_checks_are_found_by_listing_the_folder() -> None:
    assert [check.check_id for check in all_checks()] == [f"R{number}" for number in range(1, 12)]


Break = Callable[[Task], Task]
BROKEN: list[tuple[str, str, Break]] = [
    ("R9", "no setting", lambda task: changed(task, "ProtNet", setting_id="elsewhere")),
    ("R9", "no metric", lambda task: changed(task, "ProtNet", metric_id="mcc")),
    ("R9", "outside [-1", lambda task: changed(task, "DeepSite", value=52.0)),
    ("R9", "outside its interval", lambda task: changed(task, "DeepSite", low=0.6, high=0.7)),
    ("R9", "negative", lambda task: changed(task, "DeepSite", spread=-0.1)),
    ("R9", "none of ProtNet", lambda task: changed(task, "ProtNet", role=MethodRole.VARIANT)),
    (
        "R9",
        "0 metrics are primary",
        lambda task: task.model_copy(
            update={"metrics": tuple(metric.model_copy(update={"is_primary": False}) for metric in task.metrics)}
        ),
    ),
    (
        "R9",
        "is the worst if lower is better",
        lambda task: task.model_copy(
            update={
                "metrics": tuple(metric.model_copy(update={"direction": Direction.LOWER}) for metric in task.metrics)
            }
        ),
    ),
    ("R10", "differ only in spelling", lambda task: changed(task, "DeepSite", method="Site-Finder")),
    ("R10", "more than one method is the proposed", lambda task: changed(task, "DeepSite", role=MethodRole.PROPOSED)),
    ("R11", "does not read as", lambda task: changed(task, "DeepSite", value=0.53)),
    ("R11", "the cell reads", lambda task: changed(task, "DeepSite", printed="0.53")),
    ("R11", "no header of the cell names", lambda task: changed(task, "DeepSite", method="OtherTool")),
]


@pytest.mark.parametrize(("check_id", "reason", "broken"), BROKEN, ids=[reason for _, reason, _ in BROKEN])
def test_what_is_broken_is_found(made: Paper, good: Task, check_id: str, reason: str, broken: Break) -> None:
    items = found(made, broken(good), check_id)
    assert any(reason in item.reason for item in items.values()), items


def test_a_critical_finding_waits_for_a_human(made: Paper, good: Task) -> None:
    produced = review(made, changed(good, "DeepSite", value=0.53))
    assert produced.decision.call is Call.REVIEW
    (question,) = produced.decision.questions
    assert (question.rule, question.field.split(".")[:3]) == ("R11", ["findings", "R11", "scores"])
    assert {item.state for item in produced.records if isinstance(item, Finding)} == {FindingState.QUEUED}


def test_the_wrong_row_and_the_wrong_column_are_found(made: Paper, good: Task) -> None:
    cells = {(score.method, score.metric_id): score for score in good.scores}
    row, column = cells["SiteFinder", "matthews_correlation"], cells["DeepSite", "accuracy"]
    for other in (row, column):
        wrong = changed(good, "DeepSite", printed=other.printed, value=other.value, evidence=other.evidence)
        assert any(item.severity is Severity.CRITICAL for item in found(made, wrong, "R11").values()), other.method


def test_a_cross_validation_table_is_the_wrong_split_for_a_fixed_test(good: Task) -> None:
    folds = paper(table(TEXT, caption="Table 2. 10-fold cross-validation."))
    kfold = task_of(extract(folds).records)
    setting = kfold.settings[0].model_copy(update={"protocol": Protocol.FIXED})
    items = found(folds, kfold.model_copy(update={"settings": (setting,)}), "R11")
    assert all("cross-validation" in item.reason for item in items.values()) and len(items) == 6
    assert found(folds, kfold, "R11") == {}


def test_a_score_from_an_ablation_is_asked_to_go(made: Paper, good: Task) -> None:
    ablation = paper(table(TEXT, caption="Table 2. Ablation study."))
    assert {item.action for item in found(ablation, good, "R11").values()} == {"remove"}


def test_text_and_table_that_differ_are_reported(good: Task) -> None:
    differs = paper(table(TEXT), abstract="We propose ProtNet. ProtNet reaches an MCC of 0.66 on the test set.")
    produced = review(differs, good)
    assert produced.decision.call is Call.ADVANCE
    (item,) = [record for record in produced.records if isinstance(record, Finding)]
    assert (item.check_id, item.severity, item.state, item.current) == ("R11", "normal", "reported", "0.66")
    assert differs.find(item.evidence[0].quote)


def test_a_claim_that_no_score_bears_out_is_critical(made: Paper, good: Task) -> None:
    worse = paper(
        table(TEXT.replace("*0.61", "0.41").replace("0.52", "*0.52")),
        abstract="We propose ProtNet. ProtNet outperforms all other tools in MCC.",
    )
    items = found(worse, task_of(extract(worse).records), "R9")
    assert items["scores.claim"].severity is Severity.CRITICAL


def test_an_arrow_that_points_the_other_way_is_critical() -> None:
    arrows = paper(table("Method | MCC \u2191\nSiteFinder | 0.44\nDeepSite | 0.52\nProtNet | 0.61"))
    task = task_of(extract(arrows).records)
    assert found(arrows, task, "R9") == {}
    lower = tuple(metric.model_copy(update={"direction": Direction.LOWER}) for metric in task.metrics)
    items = found(arrows, task.model_copy(update={"metrics": lower}), "R9")
    assert items["metrics.matthews_correlation.direction"].severity is Severity.CRITICAL


def test_a_citation_number_on_a_name_is_reported(made: Paper, good: Task) -> None:
    marked = changed(good, "SiteFinder", method="DeepSite18")
    assert found(made, marked, "R10")["methods.DeepSite18.mark"].recommended == "DeepSite"


def test_a_finding_whose_quote_is_not_in_the_paper_is_dropped(made: Paper, good: Task) -> None:
    """The seam for checks that ask a model: they are judged like all others."""
    quote = Evidence(quote="reviewers must accept this paper", place=Place(section="Results"))
    invented = Check(
        check_id="R4",
        title="algorithm and variants",
        attack=lambda case: [finding(case.paper, "R4", "algorithm", Severity.CRITICAL, "invented", evidence=(quote,))],
    )
    produced = review(made, good, checks=(invented,))
    assert produced.decision.call is Call.ADVANCE
    assert [item.state for item in produced.records if isinstance(item, Finding)] == [FindingState.UNGROUNDED]


def test_scores_that_a_human_read_from_a_picture_pass(crabnet: Paper) -> None:
    curation = Curation.model_validate(
        {
            "by": "A. Curator",
            "date": "2026-11-29",
            "settings": [{"setting_id": "bulk", "name": "MP bulk modulus", "task": "prediction", "protocol": "fixed"}],
            "metrics": [{"metric_id": "mae", "printed": "MAE", "direction": "lower", "is_primary": True}],
            "scores": [
                {
                    "setting_id": "bulk",
                    "metric_id": "mae",
                    "method": method,
                    "role": role,
                    "printed": value,
                    "where": "Figure 1",
                }
                for method, role, value in (("CrabNet", "proposed", "11.209"), ("Roost", "baseline", "11.395"))
            ],
        }
    )
    extracted = extract(crabnet, curation)
    assert extracted.decision.call is Call.ADVANCE, extracted.decision.reason
    assert sum(isinstance(record, Score) for record in extracted.records) == 2
    produced = review(crabnet, task_of(extracted.records))
    assert produced.decision.call is Call.ADVANCE, produced.decision.reason


OUTPUTS = ("https://example.org/raw", "https://example.org/predictions")


@pytest.mark.parametrize(
    ("role", "link", "waits"),
    [
        (FileRole.ALGORITHM_OUTPUT, OUTPUTS[1], True),
        (FileRole.ALGORITHM_PREPROCESSING_OUTPUT, OUTPUTS[1].upper(), True),
        (FileRole.INITIAL_STATE, OUTPUTS[1], False),
        (FileRole.ALGORITHM_OUTPUT, "https://example.org/elsewhere", False),
        (FileRole.ALGORITHM_OUTPUT, None, False),
    ],
)
def test_a_source_that_the_paper_calls_a_product_of_the_method_waits(
    made: Paper, good: Task, role: FileRole, link: str | None, waits: bool
) -> None:
    task = good.model_copy(
        update={"settings": tuple(setting.model_copy(update={"sources": OUTPUTS}) for setting in good.settings)}
    )
    component = DataComponent(
        paper_id=made.paper_id, name="embeddings", role=role, url=link, reason="SiteFinder made it"
    )
    produced = review(made, task, components=[component])
    assert (produced.decision.call is Call.REVIEW) is waits
    findings = [item for item in produced.records if isinstance(item, Finding) and item.check_id == "R5"]
    assert [item.state for item in findings] == [FindingState.QUEUED] * (len(task.settings) if waits else 0)
    assert all("which no solver may be given" in item.reason for item in findings)
