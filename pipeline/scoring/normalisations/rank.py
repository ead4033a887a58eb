"""`rank` of MLE-bench's kind: the place of a submission among the methods of the paper.

Competition ranking: one more than the number of methods that are strictly better, so equal values share the better
place. The comparison is exact. A paper prints few digits, so a re-run of its own method may land on either side of
the printed value; `MetricResult.is_sota_as_printed` tells that case apart without moving the rank.
"""

from collections.abc import Sequence

from pipeline.scoring.model import LeaderboardRow, Neighbour, Standing
from schemas.task import Direction


def standing(value: float, rows: Sequence[LeaderboardRow], direction: Direction) -> Standing:
    """The place of a value among the rows of one instance and metric, with its neighbours."""
    better = [row for row in rows if direction.sign * (row.value - value) > 0]
    others = [row for row in rows if direction.sign * (row.value - value) <= 0]
    return Standing(
        rank=len(better) + 1,
        methods=len(rows),
        above=_neighbour(min(better, key=lambda row: direction.sign * row.value, default=None)),
        below=_neighbour(max(others, key=lambda row: direction.sign * row.value, default=None)),
    )


def _neighbour(row: LeaderboardRow | None) -> Neighbour | None:
    return Neighbour(method=row.method, value=row.value) if row else None
