"""`gap_closed` of RSI-Index: (m - b) / (o - b), the share of the way from the baseline to the optimum.

Negative where the submission is worse than the baseline. A baseline at the optimum leaves no gap: reaching it is 1.
"""

from pipeline.scoring.model import MetricScoring


def normalise(value: float | None, marks: MetricScoring) -> float | None:
    """The share that was closed, 0 for a failed instance; None without baseline or optimum."""
    if marks.baseline is None or marks.optimum is None:
        return None
    if value is None:
        return 0.0
    way = marks.optimum - marks.baseline
    return (value - marks.baseline) / way if way else float(value == marks.optimum)
