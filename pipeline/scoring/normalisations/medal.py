"""`medal` of MLE-bench's kind: gold at or above the SOTA, silver at or above the best baseline, bronze at or above the
median of the paper's methods.
"""

from collections.abc import Sequence
from statistics import median

from pipeline.scoring.model import LeaderboardRow, Medal, MetricScoring


def medal(value: float | None, marks: MetricScoring, rows: Sequence[LeaderboardRow]) -> Medal | None:
    """The medal of a value; None for none, and for a failed instance."""
    if value is None:
        return None
    middle = median(row.value for row in rows) if rows else None
    steps = ((Medal.GOLD, marks.sota), (Medal.SILVER, marks.baseline), (Medal.BRONZE, middle))
    won = (name for name, mark in steps if mark is not None and marks.direction.sign * (value - mark) >= 0)
    return next(won, None)
