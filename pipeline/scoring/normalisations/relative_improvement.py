"""`relative_improvement` of Agent4Sci: d (m - b) / |b|, the gain over the best baseline b."""

from pipeline.scoring.model import MetricScoring
from pipeline.scoring.normalisations.gap import relative_gain


def normalise(value: float | None, marks: MetricScoring) -> float | None:
    """The gain over the best baseline, -1 for a failed instance; None where the paper has no baseline."""
    return None if marks.baseline is None else relative_gain(value, marks.baseline, marks)
