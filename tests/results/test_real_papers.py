"""Results of real papers, against what careful readers found in them (see NOTICE.md of the examples)."""

from collections.abc import Callable

import pytest

from pipeline.results import read_results
from pipeline.results.score_string import parse_score
from schemas.curation import Curation
from schemas.evidence import DecidedBy
from schemas.paper import Paper
from schemas.task import MethodRole, Protocol
from tests.lmsuccsite_truth import SCORES


def test_the_state_of_the_art_is_the_independent_test_and_not_cross_validation(lmsuccsite: Paper) -> None:
    results = read_results(lmsuccsite)
    assert {(score.method, score.metric_id): score.value for score in results.scores} == SCORES
    assert {score.evidence[0].place.table for score in results.scores} == {"Table 4"}
    assert any("Table 3: cross-validation" in note for note in results.notes)
    assert results.gaps == ()


def test_the_proposed_method_and_its_headline_metric(lmsuccsite: Paper) -> None:
    task = read_results(lmsuccsite).task()
    assert task is not None
    assert (task.algorithm.name, task.algorithm.variants) == ("LMSuccSite", ("ANN(LMSuccSite)",))
    assert lmsuccsite.find(task.algorithm.evidence[0].quote)
    assert (task.primary.metric_id, task.primary.printed, task.primary.is_assumed) == (
        "matthews_correlation",
        "MCC",
        False,
    )
    assert "0.36" in task.primary.evidence[-1].quote
    (setting,) = task.settings
    sota, best = (
        task.sota(setting.setting_id, "matthews_correlation"),
        task.best_baseline(setting.setting_id, "matthews_correlation"),
    )
    assert sota is not None and best is not None
    assert (sota.method, sota.printed, best.method, best.printed) == ("LMSuccSite", "0.36", "GPSuc", "0.30")


def test_the_setting_with_its_source_and_its_sizes(lmsuccsite: Paper) -> None:
    (setting,) = read_results(lmsuccsite).settings
    assert (setting.name, setting.task) == ("independent test set", "protein succinylation site prediction")
    assert setting.protocol is Protocol.FIXED
    assert any("KCLabMTU/LMSuccSite" in source for source in setting.sources)
    assert [(count.split, count.label, count.value) for count in setting.counts] == [
        ("train", "positive", 4750),
        ("train", "negative", 50565),
        ("train (after balancing)", "positive", 4750),
        ("train (after balancing)", "negative", 4750),
        ("test", "positive", 254),
        ("test", "negative", 2977),
    ]
    assert {count.evidence[0].place.table for count in setting.counts} == {"Table 1"}
    assert setting.counts[1].printed == "50,565"


def test_every_piece_of_evidence_stands_in_the_paper(lmsuccsite: Paper) -> None:
    results = read_results(lmsuccsite)
    cited = [setting.evidence for setting in results.settings] + [metric.evidence for metric in results.metrics]
    for evidence in (*cited, *(score.evidence for score in results.scores)):
        assert evidence and all(lmsuccsite.find(item.quote) for item in evidence)


def test_results_in_a_picture_are_asked_for_and_never_invented(crabnet: Paper) -> None:
    results = read_results(crabnet)
    assert results.algorithm is not None
    assert (results.algorithm.name, results.algorithm.variants) == ("CrabNet", ("HotCrab",))
    assert results.scores == () and results.task() is None
    assert [gap.field for gap in results.gaps] == ["settings", "metrics", "scores"]
    assert all("Figure 1 (page 4)" in gap.question for gap in results.gaps)
    assert results.gaps[-1].evidence[0].place.page == 4


CURATION = """
by: A. Curator
date: 2026-11-29
settings:
  - {setting_id: shear, name: MP shear modulus, task: shear modulus prediction, protocol: fixed}
  - {setting_id: bulk, name: MP bulk modulus, task: bulk modulus prediction, protocol: fixed}
metrics:
  - {metric_id: mae, printed: MAE, direction: lower, is_primary: true}
scores:
  - {setting_id: bulk, metric_id: mae, method: CrabNet, role: proposed, printed: "11.209", where: "Fig. 1a, page 4"}
  - {setting_id: bulk, metric_id: mae, method: Roost, role: baseline, printed: "11.395", where: Figure 1}
  - {setting_id: shear, metric_id: mae, method: CrabNet, role: proposed, printed: "12.787", where: Figure 1}
  - {setting_id: shear, metric_id: mae, method: RF, role: baseline, printed: "12.777", where: Figure 1}
"""


@pytest.fixture
def curation() -> Curation:
    import yaml

    return Curation.model_validate(yaml.safe_load(CURATION))


def test_a_human_fills_the_picture_in(crabnet: Paper, curation: Curation) -> None:
    results = read_results(crabnet, curation)
    assert results.gaps == ()
    task = results.task()
    assert task is not None
    assert task.algorithm.name == "CrabNet"
    assert {score.decider.by for score in task.scores} == {DecidedBy.HUMAN}
    assert all(score.is_from_figure and score.evidence[0].place.figure == "Figure 1" for score in task.scores)
    assert all(crabnet.find(score.evidence[0].quote) for score in task.scores)
    assert [score.value for score in task.scores_of("bulk", "mae")] == [11.209, 11.395]
    assert all("github.com/anthony-wang/CrabNet" in " ".join(setting.sources) for setting in task.settings)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("where", "Figure 99", "no figure or table"),
        ("printed", "eleven", "no score string"),
        ("setting_id", "bulc", "no setting is called"),
        ("metric_id", "mea", "no metric is called"),
    ],
)
def test_a_slip_in_a_curation_entry_is_asked_about(
    crabnet: Paper, curation: Curation, field: str, value: str, problem: str
) -> None:
    first = curation.scores[0].model_copy(update={field: value})
    changed = curation.model_copy(update={"scores": (first, *curation.scores[1:])})
    results = read_results(crabnet, changed)
    assert len(results.scores) == 3
    assert [problem in gap.question for gap in results.gaps] == [True]


def test_a_curated_score_overrides_the_one_that_was_read(lmsuccsite: Paper) -> None:
    entry = {"setting_id": "independent-test-set", "metric_id": "matthews_correlation", "method": "GPSuc"}
    entry |= {"role": "baseline", "printed": "0.31", "where": "Table 4"}
    curation = Curation.model_validate({"by": "A. Curator", "date": "2026-11-29", "scores": [entry]})
    scores = [score for score in read_results(lmsuccsite, curation).scores if score.method == "GPSuc"]
    (changed,) = [score for score in scores if score.decider.by is DecidedBy.HUMAN]
    assert (changed.value, changed.is_from_figure, len(scores)) == (0.31, False, 5)


def test_two_header_rows_and_a_method_without_a_name(read_paper: Callable[[str], Paper]) -> None:
    results = read_results(read_paper("pmlr-v227-wen24a.pdf"))
    own = {score.setting_id: score.printed for score in results.scores if score.role is MethodRole.PROPOSED}
    assert (own["2-tum"], own["2-lym"], own["20-str"]) == ("56.7", "53.1", "43.1")
    assert len(results.scores) == 48
    assert all(score.value == round(float(score.printed) / 100, 12) for score in results.scores)


def test_a_table_with_groups_of_data_sets(read_paper: Callable[[str], Paper]) -> None:
    results = read_results(read_paper("acl-2020.main.207.pdf"))
    own = {(score.setting_id, score.metric_id): score.printed for score in results.scores if score.method == "SPECTER"}
    assert own["classification-mag", "f1"] == "82.0"
    assert own["classification-mesh", "f1"] == "86.4"
    assert own["user-activity-prediction-co-view", "ranking_average_precision"] == "83.6"
    assert own["recomm", "precision_at_1"] == "20.0"


@pytest.mark.parametrize("name", ["plos-pmed.0020124.xml", "hindawi-PMC4686705.xml", "plos-pone.0058242.xml"])
def test_papers_without_a_comparison_of_methods_give_no_scores(read_paper: Callable[[str], Paper], name: str) -> None:
    results = read_results(read_paper(name))
    assert results.scores == () and results.gaps


def test_every_printed_number_of_the_tables_parses(lmsuccsite: Paper) -> None:
    for table in lmsuccsite.tables:
        for cell in table.cells:
            if cell.row >= table.header_rows and cell.text[:1].isdigit():
                assert parse_score(cell.text) is not None, cell.text
