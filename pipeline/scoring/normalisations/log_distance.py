"""`log_distance` of AIRS-Bench (arXiv 2602.06855): f(m) = -log10 |m - o|, scaled so that the SOTA is 1 and the worst 0.

The worst is the worst method of the paper; a worse submission is negative. Distances are taken as at least 1e-6 of
that of the worst method, since a perfect score would be infinite.
"""

import math

from pipeline.scoring.model import MetricScoring

CLOSEST = 1e-6


def normalise(value: float | None, marks: MetricScoring) -> float | None:
    """The scaled log distance, 0 for a failed instance; None where the marks are unknown or the worst is the SOTA."""
    if marks.sota is None or marks.worst is None or marks.optimum is None:
        return None
    farthest = abs(marks.worst - marks.optimum)
    if farthest <= abs(marks.sota - marks.optimum):
        return None
    if value is None:
        return 0.0

    def nearness(score: float, optimum: float = marks.optimum) -> float:
        return -math.log10(max(abs(score - optimum) / farthest, CLOSEST))

    return nearness(value) / nearness(marks.sota)
