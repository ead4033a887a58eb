"""`anchored` of RSI-Exam: piecewise linear through 0 at the baseline, 0.6 at the reference (SOTA), 1 at the optimum.

Values beyond the ends stay at 0 and 1. Where the baseline is not worse than the SOTA, everything below the SOTA is 0;
where the SOTA is the optimum, reaching it is 1.
"""

from pipeline.scoring.model import MetricScoring

AT_SOTA = 0.6


def normalise(value: float | None, marks: MetricScoring) -> float | None:
    """The anchored score in 0 to 1, 0 for a failed instance; None without baseline, SOTA or optimum."""
    if marks.baseline is None or marks.sota is None or marks.optimum is None:
        return None
    if value is None:
        return 0.0
    sign = marks.direction.sign
    reached, baseline, sota, optimum = (sign * mark for mark in (value, marks.baseline, marks.sota, marks.optimum))
    if reached >= optimum:
        return 1.0
    if reached >= sota:
        return AT_SOTA + (1 - AT_SOTA) * (reached - sota) / (optimum - sota)
    return AT_SOTA * (reached - baseline) / (sota - baseline) if reached > baseline else 0.0
