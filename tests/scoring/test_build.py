"""The marks and the leaderboard of a pack, from the task tuple."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.scoring import leaderboard_csv, leaderboard_rows, scoring_file
from pipeline.scoring.build import resolution
from pipeline.scoring.model import ScoringFile
from schemas.task import Direction, MethodRole, Protocol
from tests.scoring.factory import OTHER, OWN, lmsuccsite, score_of, task_of

HIGHER, LOWER = Direction.HIGHER, Direction.LOWER


def test_the_marks_of_lmsuccsite() -> None:
    made = scoring_file(lmsuccsite())
    assert made.primary_metric == "matthews_correlation"
    mcc = made.instances[0].metrics[0]
    assert (mcc.sota, mcc.sota_method, mcc.baseline, mcc.baseline_method) == (0.36, "LMSuccSite", 0.3, "GPSuc")
    assert (mcc.floor, mcc.optimum, mcc.worst, mcc.low, mcc.high) == (0.0, 1.0, 0.01, -1.0, 1.0)
    assert mcc.resolution == pytest.approx(0.01)
    assert mcc.warnings == ()


def test_the_file_reads_back() -> None:
    made = scoring_file(lmsuccsite())
    assert ScoringFile.model_validate_json(made.model_dump_json()) == made


def test_the_leaderboard_of_lmsuccsite() -> None:
    text = leaderboard_csv(leaderboard_rows(lmsuccsite()))
    lines = text.splitlines()
    assert lines[0] == "instance,metric,rank,method,role,value"
    assert lines[1] == "independent_test,matthews_correlation,1,LMSuccSite,proposed,0.36"
    assert lines[2] == "independent_test,matthews_correlation,2,GPSuc,baseline,0.3"
    tied = [line for line in lines if line.endswith(",0.04")]
    assert {line.split(",")[2] for line in tied} == {"7"} and len(tied) == 2
    accuracy = [line.split(",")[2:4] for line in lines if ",accuracy," in line]
    assert accuracy[:3] == [["1", "SuccineSite2.0"], ["1", "GPSuc"], ["1", "PSuccE"]]


def test_ablations_and_bounds_are_no_competitors() -> None:
    scores = (
        score_of("mae", "A", OWN, "2.0"),
        score_of("mae", "A-", MethodRole.VARIANT, "1.9"),
        score_of("mae", "A without loss", MethodRole.ABLATION, "1.0"),
        score_of("mae", "oracle", MethodRole.BOUND, "0.5"),
        score_of("mae", "B", OTHER, "3.0"),
    )
    task = task_of({"mae": LOWER}, scores)
    assert [(row.rank, row.method) for row in leaderboard_rows(task)] == [(1, "A-"), (2, "A"), (3, "B")]
    marks = scoring_file(task).instances[0].metrics[0]
    assert (marks.sota, marks.baseline, marks.worst) == (2.0, 3.0, 3.0)


def test_a_score_over_folds_is_said_to_be_one() -> None:
    task = lmsuccsite()
    crossed = tuple(s.model_copy(update={"protocol": Protocol.KFOLD}) for s in task.settings)
    marks = scoring_file(task.model_copy(update={"settings": crossed})).instances[0].metrics[0]
    assert marks.warnings == ("the SOTA is a mean over folds, and this instance is one of them",)


def test_a_measured_floor_stands_before_the_metrics_own() -> None:
    made = scoring_file(lmsuccsite(), {("independent_test", "accuracy"): 0.92})
    assert [metric.floor for metric in made.instances[0].metrics] == [0.0, 0.92]


@pytest.mark.parametrize(
    ("sota", "baseline", "metric", "direction", "warning"),
    [
        ("0.0", "-0.1", "r2", HIGHER, "the SOTA is 0"),
        ("-0.2", "-0.5", "r2", HIGHER, "the SOTA is negative"),
        ("0.95", "0.9", "accuracy", HIGHER, "the optimum allows a gap of 0.053"),
        ("0.0", "0.1", "mae", LOWER, "the optimum allows a gap of 0.000"),
        ("0.5", None, "accuracy", HIGHER, "no baseline"),
        (None, "0.5", "accuracy", HIGHER, "no SOTA score"),
    ],
)
def test_odd_scores_are_said_when_the_pack_is_built(
    sota: str | None, baseline: str | None, metric: str, direction: Direction, warning: str
) -> None:
    scores = [score_of(metric, "A", OWN, sota)] if sota else []
    scores += [score_of(metric, "B", OTHER, baseline)] if baseline else []
    marks = scoring_file(task_of({metric: direction}, tuple(scores))).instances[0].metrics[0]
    assert any(said.startswith(warning) for said in marks.warnings), marks.warnings


def test_the_primary_metric_is_there_for_every_instance() -> None:
    """A setting that prints no score of it still gets one; it has no gap."""
    scores = (
        score_of("mae", "A", OWN, "1.0", "one"),
        score_of("rmse", "A", OWN, "2.0", "one"),
        score_of("rmse", "A", OWN, "2.0", "two"),
    )
    two = scoring_file(task_of({"mae": LOWER, "rmse": LOWER}, scores)).instances[1]
    assert [(metric.metric, metric.sota) for metric in two.metrics] == [("mae", None), ("rmse", 2.0)]


def test_a_metric_outside_the_registry_is_refused() -> None:
    with pytest.raises(ValueError, match="no metric is called 'lpips'"):
        scoring_file(task_of({"lpips": LOWER}, (score_of("lpips", "A", OWN, "3.0"),)))


@pytest.mark.parametrize(
    ("printed", "value", "expected"),
    [
        ("0.36", 0.36, 0.01),
        ("79.3%", 0.793, 0.001),
        ("0.92 ± 0.01", 0.92, 0.01),
        ("−0.35", -0.35, 0.01),
        ("1.2 × 10^-3", 0.0012, 0.0001),
        ("0,92", 0.92, 0.01),
        ("1,234.5", 1234.5, 0.1),
        (".93", 0.93, 0.01),
        ("11.209", 11.209, 0.001),
        ("155", 155.0, 1.0),
        ("0.0", 0.0, None),
        ("n/a", 0.5, None),
    ],
)
def test_the_unit_of_the_last_printed_digit(printed: str, value: float, expected: float | None) -> None:
    found = resolution(printed, value)
    assert found is None if expected is None else found == pytest.approx(expected)


@given(st.integers(1, 99999), st.integers(1, 4))
def test_the_printed_value_is_a_multiple_of_its_resolution(number: int, digits: int) -> None:
    printed = f"{number / 10**digits:.{digits}f}"
    assert resolution(printed, float(printed)) == pytest.approx(10.0**-digits)
