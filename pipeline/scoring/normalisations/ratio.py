"""`ratio` of ResearchGym: m / s, inverted to s / m where lower is better, so that 1 is parity with the SOTA.

Zero and negative scores have no meaningful ratio: equal is 1 and anything else undefined.
"""

from pipeline.scoring.model import MetricScoring
from schemas.task import Direction


def normalise(value: float | None, marks: MetricScoring) -> float | None:
    """The ratio to the SOTA, 0 for a failed instance; None without a SOTA or where it is undefined."""
    if marks.sota is None:
        return None
    if value is None:
        return 0.0
    if value == marks.sota:
        return 1.0
    if marks.sota <= 0:
        return None
    if marks.direction is Direction.HIGHER:
        return value / marks.sota
    return marks.sota / value if value > 0 else None
