"""Rule 2.1 on scores of tables: what passes, what is rejected, and what only a human can say."""

import pytest

from pipeline.results import read_results
from pipeline.screen.case import Case
from pipeline.screen.rules.rule_2_1 import RULE
from schemas.curation import Curation
from schemas.paper import Figure, Paper
from schemas.screening import Verdict
from tests.results.build import paper, table


def judged(made: Paper, curation: Curation | None = None) -> Verdict:
    return RULE.judge(Case(paper=made, results=read_results(made, curation), curation=curation))


def compared(own: str, other: str, metric: str = "MCC") -> Paper:
    return paper(table(f"Method | {metric}\nSiteFinder | {other}\nProtNet | {own}"))


@pytest.mark.parametrize(
    ("own", "other", "metric", "call", "category"),
    [
        ("0.61", "0.52", "MCC", "pass", "quality"),
        ("0.52", "0.52", "MCC", "pass", "quality"),
        ("0.51", "0.52", "MCC", "unknown", "undecided"),
        ("0.51", "0.52", "RMSE", "pass", "quality"),
        ("0.53", "0.52", "RMSE", "unknown", "undecided"),
    ],
)
def test_the_method_is_compared_with_the_best_baseline(
    own: str, other: str, metric: str, call: str, category: str
) -> None:
    verdict = judged(compared(own, other, metric))
    assert (verdict.call, verdict.category) == (call, category)
    assert {item.quote for item in verdict.evidence} == {own, other}


def test_bounds_variants_and_ablations_are_no_baselines() -> None:
    text = """
    Method            | MCC
    SiteFinder        | 0.52
    Upper bound       | 0.99
    ProtNet-large     | 0.70
    ProtNet w/o graph | 0.65
    ProtNet           | 0.61
    """
    assert judged(paper(table(text))).call == "pass"


@pytest.mark.parametrize(("mouse", "fly", "call"), [("0.8", "0.1", "pass"), ("0.1", "0.1", "reject")])
def test_most_settings_decide(mouse: str, fly: str, call: str) -> None:
    text = f"""
    Data set | SiteFinder | ProtNet
    Yeast    | 0.5        | 0.9
    Mouse    | 0.5        | {mouse}
    Fly      | 0.5        | {fly}
    """
    assert judged(paper(table(text, caption="Table 2. MCC on the test sets."))).call == call


def test_a_shortfall_in_one_setting_is_for_a_human() -> None:
    """One paper's modality (`sMRI` beside `fMRI`) was once taken for its method, and the paper rejected for it."""
    verdict = judged(paper(table("Data | AUC\nsMRI | 0.78\nfMRI | 0.83\nProtNet | 0.79")))
    assert (verdict.call, verdict.category) == ("unknown", "undecided")


def test_half_of_the_settings_is_not_most() -> None:
    text = "Data set | SiteFinder | ProtNet\nYeast | 0.5 | 0.9\nMouse | 0.5 | 0.1"
    assert judged(paper(table(text, caption="Table 2. MCC on the test sets."))).call == "unknown"


def test_speed_alone_is_rejected() -> None:
    verdict = judged(compared("3.1", "9.0", "Runtime (s)"))
    assert (verdict.call, verdict.category) == ("reject", "efficiency_only")


def test_speed_in_a_table_beside_quality_in_a_picture_is_not_rejected() -> None:
    figure = Figure(label="Figure 1", caption="Comparison of the MCC scores of all methods.", page=4)
    made = paper(*compared("3.1", "9.0", "Runtime (s)").tables, figures=(figure,))
    verdict = judged(made)
    assert verdict.call == "unknown"
    assert "Figure 1 (page 4)" in verdict.reason


def test_an_open_cell_leaves_the_rule_open() -> None:
    verdict = judged(compared("0.61", "!0.52"))
    assert verdict.call == "unknown"
    assert "two readings" in verdict.reason


def test_an_assumed_primary_metric_decides_nothing() -> None:
    text = "Method | ACC | MCC\nSiteFinder | 0.71 | 0.52\nProtNet | 0.80 | 0.61"
    assert judged(paper(table(text), abstract="We propose ProtNet.")).call == "unknown"


def test_a_question_about_the_leading_metric_says_whether_it_matters() -> None:
    text = "Method | ACC | MCC\nSiteFinder | 0.71 | 0.52\nProtNet | 0.80 | {}"
    for mcc, words in (("0.61", "on each of them"), ("0.41", "on not all of them")):
        verdict = judged(paper(table(text.format(mcc)), abstract="We propose ProtNet."))
        assert (verdict.call, words in verdict.reason) == ("unknown", True)


def test_real_papers(lmsuccsite: Paper, crabnet: Paper) -> None:
    verdict = judged(lmsuccsite)
    assert (verdict.call, verdict.category) == ("pass", "quality")
    assert "0.36" in verdict.reason and "0.30" in verdict.reason
    verdict = judged(crabnet)
    assert verdict.call == "unknown"
    assert "Figure 1 (page 4)" in verdict.reason


def test_scores_that_a_human_read_from_a_picture_decide(crabnet: Paper) -> None:
    setting = {"name": "data", "task": "prediction", "protocol": "fixed"}
    scores = [("bulk", "CrabNet", "proposed", "11.209"), ("bulk", "RF", "baseline", "14.358")]
    scores += [("shear", "CrabNet", "proposed", "12.787"), ("shear", "RF", "baseline", "12.777")]
    scores += [("flow", "CrabNet", "proposed", "8.692"), ("flow", "RF", "baseline", "11.907")]
    curation = Curation.model_validate(
        {
            "by": "A. Curator",
            "date": "2026-11-29",
            "settings": [{"setting_id": name, **setting} for name in ("bulk", "shear", "flow")],
            "metrics": [{"metric_id": "mae", "printed": "MAE", "direction": "lower", "is_primary": True}],
            "scores": [
                {
                    "setting_id": at,
                    "metric_id": "mae",
                    "method": method,
                    "role": role,
                    "printed": value,
                    "where": "Figure 1",
                }
                for at, method, role, value in scores
            ],
        }
    )
    verdict = judged(crabnet, curation)
    assert verdict.call == "pass"
    assert "2 of 3 settings" in verdict.reason
