"""Extraction keeps what its cell says, and asks about the rest."""

import pytest

from pipeline.extract import extract, task_of
from pipeline.extract.grounded import kept_scores, problem_of
from pipeline.results import read_results
from schemas.curation import Curation
from schemas.evidence import Evidence
from schemas.outcome import Call, Stage
from schemas.paper import Paper
from schemas.task import Algorithm, MethodRole, Score
from tests.results.build import paper, table

TEXT = """
Method            | ACC  | MCC
SiteFinder        | 0.71 | 0.44
DeepSite          | 0.75 | 0.52
ProtNet           | 0.80 | 0.61
ProtNet w/o graph | 0.74 | 0.50
"""


def test_a_readable_paper_gives_the_whole_tuple(lmsuccsite: Paper) -> None:
    produced = extract(lmsuccsite)
    assert (produced.decision.stage, produced.decision.call) == (Stage.EXTRACT, Call.ADVANCE)
    task = task_of(produced.records)
    assert (task.algorithm.name, len(task.settings), len(task.metrics), len(task.scores)) == ("LMSuccSite", 1, 5, 45)
    assert "Table 3" in produced.decision.reason


def test_results_in_a_picture_wait_for_a_human(crabnet: Paper) -> None:
    produced = extract(crabnet)
    assert produced.decision.call is Call.REVIEW
    assert {question.field for question in produced.decision.questions} == {"settings", "metrics", "scores"}
    assert [type(record) for record in produced.records] == [Algorithm]


def test_ablations_are_no_scores_of_the_tuple() -> None:
    task = task_of(extract(paper(table(TEXT))).records)
    assert {score.method for score in task.scores} == {"SiteFinder", "DeepSite", "ProtNet"}
    assert MethodRole.ABLATION not in {score.role for score in task.scores}


def test_one_open_cell_stops_the_paper_and_keeps_the_rest() -> None:
    produced = extract(paper(table(TEXT.replace("0.52", "!0.52"))))
    assert produced.decision.call is Call.REVIEW
    assert "two readings of the cell differ" in produced.decision.reason
    assert sum(isinstance(record, Score) for record in produced.records) == 5


def test_a_human_answers_for_the_open_cell() -> None:
    entry = {"setting_id": "independent-test-set", "metric_id": "matthews_correlation", "method": "DeepSite"}
    entry |= {"role": "baseline", "printed": "0.52", "where": "Table 2"}
    curation = Curation.model_validate({"by": "A. Curator", "date": "2026-11-29", "scores": [entry]})
    produced = extract(paper(table(TEXT.replace("0.52", "!0.52"))), curation)
    assert produced.decision.call is Call.ADVANCE, produced.decision.reason
    assert len(task_of(produced.records).scores) == 6


def a_score(made: Paper) -> Score:
    return next(score for score in read_results(made).scores if score.method == "DeepSite" and score.value == 0.52)


def test_a_score_that_its_cell_does_not_bear_out_is_refused() -> None:
    made = paper(table(TEXT))
    good = a_score(made)
    place = good.evidence[0].place
    other_row = good.model_copy(
        update={"evidence": (Evidence(quote="0.52", place=place.model_copy(update={"row": "SiteFinder"})),)}
    )
    bad = {
        "does not read as": good.model_copy(update={"value": 0.53}),
        "the cell reads": good.model_copy(update={"printed": "0.53"}),
        "no cell at": other_row,
        "no evidence": good.model_copy(update={"evidence": ()}),
        "no human says so": good.model_copy(update={"is_from_figure": True}),
    }
    assert problem_of(made, good) == ""
    for expected, score in bad.items():
        assert expected in problem_of(made, score)
    kept, questions = kept_scores(made, (good, *bad.values()))
    assert kept == (good,) and len(questions) == len(bad)


def test_task_of_says_what_is_missing() -> None:
    with pytest.raises(LookupError, match="no algorithm"):
        task_of(())
