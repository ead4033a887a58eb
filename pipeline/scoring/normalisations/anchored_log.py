"""`anchored_log` of AI4AI-Bench: 0 for no information (the floor), 0.1 for the supplied algorithm (the best baseline),
1 at the optimum.

The anchors are the source's. Between them: from the floor to the baseline linear, from the baseline to the optimum
logarithmic, so that each tenth of the way multiplies the score by the same factor (0.1 to the power 1 - t, t being the
share of the way). Values below the floor stay at 0.
"""

from pipeline.scoring.model import MetricScoring

AT_BASELINE = 0.1


def normalise(value: float | None, marks: MetricScoring) -> float | None:
    """The score in 0 to 1, 0 for a failed instance; None where the three anchors are unknown or do not rise."""
    if marks.floor is None or marks.baseline is None or marks.optimum is None:
        return None
    sign = marks.direction.sign
    floor, baseline, optimum = (sign * mark for mark in (marks.floor, marks.baseline, marks.optimum))
    if not floor < baseline < optimum:
        return None
    if value is None or sign * value <= floor:
        return 0.0
    if sign * value < baseline:
        return AT_BASELINE * (sign * value - floor) / (baseline - floor)
    share = (min(sign * value, optimum) - baseline) / (optimum - baseline)
    return float(AT_BASELINE ** (1 - share))
