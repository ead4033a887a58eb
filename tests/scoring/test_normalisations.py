"""Normalised scores: the formulas of their sources, and a defined value for every odd case."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.scoring.model import LeaderboardRow, Medal, MetricScoring
from pipeline.scoring.normalisations import normalisations
from pipeline.scoring.normalisations.medal import medal
from pipeline.scoring.normalisations.progress_rate import progress_rate
from pipeline.scoring.normalisations.rank import standing
from schemas.task import Direction, MethodRole

HIGHER, LOWER = Direction.HIGHER, Direction.LOWER
MCC = MetricScoring(
    metric="matthews_correlation", direction=HIGHER, optimum=1.0, floor=0.0, sota=0.36, baseline=0.3, worst=0.01
)
MAE = MetricScoring(metric="mae", direction=LOWER, optimum=0.0, floor=20.0, sota=10.0, baseline=12.0, worst=16.0)


def marks(of: MetricScoring, **changes: float | None) -> MetricScoring:
    return of.model_copy(update=changes)


@pytest.mark.parametrize(
    ("name", "of", "value", "expected"),
    [
        ("gap", MCC, 0.36, 0.0),
        ("gap", MCC, 0.45, 0.25),
        ("gap", MCC, 0.0, -1.0),
        ("gap", MAE, 8.0, 0.2),
        ("gap", MAE, 30.0, -2.0),
        ("gap", MCC, None, -1.0),
        ("gap", marks(MCC, sota=-0.5), 0.0, 1.0),
        ("gap", marks(MCC, sota=0.0), 0.25, 0.25),
        ("gap", marks(MAE, sota=0.0), 0.0, 0.0),
        ("gap", marks(MAE, sota=0.0), 0.001, -1.0),
        ("gap", marks(MCC, sota=None), 0.5, None),
        ("gap", marks(MCC, sota=0.0, optimum=None), 0.5, None),
        ("relative_improvement", MCC, 0.36, 0.2),
        ("relative_improvement", MAE, 9.0, 0.25),
        ("relative_improvement", MCC, None, -1.0),
        ("relative_improvement", marks(MCC, baseline=None), 0.5, None),
        ("ratio", MCC, 0.18, 0.5),
        ("ratio", MAE, 20.0, 0.5),
        ("ratio", MAE, 5.0, 2.0),
        ("ratio", MAE, 0.0, None),
        ("ratio", MCC, None, 0.0),
        ("ratio", marks(MCC, sota=-0.5), -0.5, 1.0),
        ("ratio", marks(MCC, sota=-0.5), 0.5, None),
        ("anchored", MCC, 0.3, 0.0),
        ("anchored", MCC, 0.33, 0.3),
        ("anchored", MCC, 0.36, 0.6),
        ("anchored", MCC, 0.68, 0.8),
        ("anchored", MCC, 1.0, 1.0),
        ("anchored", MCC, -0.5, 0.0),
        ("anchored", MAE, 11.0, 0.3),
        ("anchored", MAE, 5.0, 0.8),
        ("anchored", MAE, None, 0.0),
        ("anchored", marks(MAE, sota=0.0), 0.0, 1.0),
        ("anchored", marks(MAE, baseline=9.0), 9.5, 0.62),
        ("anchored", marks(MAE, baseline=9.0), 10.5, 0.0),
        ("anchored", marks(MAE, baseline=None), 9.0, None),
        ("anchored_log", MCC, 0.0, 0.0),
        ("anchored_log", MCC, 0.15, 0.05),
        ("anchored_log", MCC, 0.3, 0.1),
        ("anchored_log", MCC, 0.65, 0.1**0.5),
        ("anchored_log", MCC, 1.0, 1.0),
        ("anchored_log", MAE, 16.0, 0.05),
        ("anchored_log", MAE, 6.0, 0.1**0.5),
        ("anchored_log", MAE, None, 0.0),
        ("anchored_log", marks(MAE, floor=None), 9.0, None),
        ("anchored_log", marks(MAE, floor=11.0), 9.0, None),
        ("gap_closed", MCC, 0.65, 0.5),
        ("gap_closed", MAE, 9.0, 0.25),
        ("gap_closed", MAE, 15.0, -0.25),
        ("gap_closed", MAE, None, 0.0),
        ("gap_closed", marks(MAE, baseline=0.0), 0.0, 1.0),
        ("gap_closed", marks(MAE, baseline=0.0), 1.0, 0.0),
        ("log_distance", MAE, 10.0, 1.0),
        ("log_distance", MAE, 16.0, 0.0),
        ("log_distance", MAE, 1.6, 1 / math.log10(1.6)),
        ("log_distance", MAE, 0.0, 6 / math.log10(1.6)),
        ("log_distance", MAE, None, 0.0),
        ("log_distance", marks(MAE, worst=10.0), 5.0, None),
    ],
)
def test_values(name: str, of: MetricScoring, value: float | None, expected: float | None) -> None:
    found = normalisations()[name](value, of)
    assert found is None if expected is None else found == pytest.approx(expected)


def test_the_folder_is_the_list() -> None:
    named = {"anchored", "anchored_log", "gap", "gap_closed", "log_distance", "ratio", "relative_improvement"}
    assert set(normalisations()) == named


SCORES = st.floats(-2, 2).map(lambda score: round(score, 3))


@given(SCORES, SCORES, SCORES, SCORES, st.sampled_from(Direction))
def test_better_is_never_normalised_to_less(
    one: float, other: float, sota: float, baseline: float, way: Direction
) -> None:
    of = MetricScoring(metric="x", direction=way, optimum=way.sign * 2.0, floor=way.sign * -2.0, sota=sota)
    of = marks(of, baseline=baseline, worst=way.sign * -2.0)
    worse, better = sorted((one, other), key=lambda score: way.sign * score)
    for name in set(normalisations()) - {"ratio"}:
        low, high = normalisations()[name](worse, of), normalisations()[name](better, of)
        assert (low is None) == (high is None)
        if low is not None and high is not None:
            assert math.isfinite(low) and low <= high + 1e-9, name


@given(SCORES, SCORES.filter(bool))
def test_the_gap_of_a_metric_and_of_its_negative_are_the_same(value: float, sota: float) -> None:
    gap = normalisations()["gap"]
    higher = MetricScoring(metric="x", direction=HIGHER, sota=sota)
    lower = MetricScoring(metric="x", direction=LOWER, sota=-sota)
    assert gap(value, higher) == pytest.approx(gap(-value, lower))


def rows(*values: float) -> list[LeaderboardRow]:
    """A leaderboard in its order, best first."""
    return [
        LeaderboardRow(instance="i", metric="m", rank=1, method=f"m{place}", role=MethodRole.BASELINE, value=value)
        for place, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("value", "rank", "above", "below"),
    [(0.9, 1, None, "m0"), (0.8, 1, None, "m0"), (0.7, 2, "m0", "m1"), (0.5, 2, "m0", "m1"), (0.4, 4, "m2", None)],
)
def test_equal_values_share_the_better_rank(value: float, rank: int, above: str | None, below: str | None) -> None:
    place = standing(value, rows(0.8, 0.5, 0.5), HIGHER)
    assert (place.rank, place.methods) == (rank, 3)
    assert place.below is None if below is None else place.below and place.below.method == below
    if above is None or above == "m2":
        assert (place.above is None) == (above is None)
    else:
        assert place.above and place.above.method == above


def test_the_nearest_method_above_is_named_where_lower_is_better() -> None:
    place = standing(11.0, rows(8.0, 10.0, 12.0, 15.0), LOWER)
    assert place.rank == 3
    assert place.above and place.above.value == 10.0
    assert place.below and place.below.value == 12.0


@given(st.lists(SCORES, min_size=1, max_size=12), SCORES, st.sampled_from(Direction))
def test_the_rank_is_one_more_than_those_who_are_better(board: list[float], value: float, way: Direction) -> None:
    place = standing(value, rows(*board), way)
    assert place.rank - 1 == sum(way.sign * other > way.sign * value for other in board)
    assert (place.above is None) == (place.rank == 1)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.36, Medal.GOLD), (0.35, Medal.SILVER), (0.3, Medal.SILVER), (0.2, Medal.BRONZE), (0.1, None), (None, None)],
)
def test_medals(value: float | None, expected: Medal | None) -> None:
    assert medal(value, MCC, rows(0.36, 0.3, 0.2, 0.04, 0.01)) is expected


def test_progress_is_per_hour_over_the_divisor() -> None:
    assert progress_rate(12.0, 10.0, 4.0, 2.0, LOWER) == pytest.approx(0.25)
    assert progress_rate(0.3, 0.3, 1.0, 0.06, HIGHER) == 0.0
    assert progress_rate(0.3, None, 1.0, 0.06, HIGHER) == 0.0
    for hours, divisor in ((0.0, 1.0), (1.0, 0.0), (-1.0, 1.0)):
        with pytest.raises(ValueError, match="above 0"):
            progress_rate(0.3, 0.4, hours, divisor, HIGHER)
