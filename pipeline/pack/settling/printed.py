"""The numbers that a paper prints for one method on one test set, as conditions on the table behind them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.pack.plan import Plan, setting_of
from pipeline.scoring.build import resolution
from schemas.task import Protocol, Score

_OF_SEVERAL_RUNS = {Protocol.KFOLD, Protocol.BOOTSTRAP, Protocol.RANDOM}
_NOISE = 1e-9


@dataclass(frozen=True)
class Cell:
    """A printed score with the unit of its last digit."""

    score: Score
    unit: float

    def agrees(self, value: float, is_strict: bool = True) -> bool:
        """True where a value is printed like this; where not strict, also where digits were cut off, not rounded."""
        return abs(value - self.score.value) <= self.width(is_strict)

    def width(self, is_strict: bool) -> float:
        """How far from the printed number the value behind it may lie."""
        return self.unit * (0.5 if is_strict else 1.0) + _NOISE


@dataclass(frozen=True)
class Row:
    """What one method scored on one instance, by metric id."""

    instance: str
    method: str
    cells: dict[str, Cell]


def rows_of(plan: Plan) -> Iterator[Row]:
    """Every method of every instance that was scored once. Means of several runs come from no one table."""
    for name in plan.names:
        if setting_of(plan.task, name).protocol in _OF_SEVERAL_RUNS:
            continue
        scores = [score for score in plan.task.scores if score.setting_id == name and _is_single(score)]
        for method in dict.fromkeys(score.method for score in scores):
            yield Row(name, method, _cells([score for score in scores if score.method == method]))


def _is_single(score: Score) -> bool:
    return score.spread is None and not score.is_from_figure


def _cells(scores: Sequence[Score]) -> dict[str, Cell]:
    units = {score.metric_id: resolution(score.printed, score.value) for score in scores}
    return {score.metric_id: Cell(score, unit) for score in scores if (unit := units[score.metric_id])}
