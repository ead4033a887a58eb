"""`gap` of NatureBench: d (m - s) / |s|, with d = +1 where higher is better and -1 where lower is.

At or above 0 the SOTA is matched, above 0.1 surpassed. A failed instance counts -1; the gap of a submission is the
mean over its instances.
"""

from pipeline.scoring.model import MetricScoring

FAILED = -1.0


def normalise(value: float | None, marks: MetricScoring) -> float | None:
    """The gap to the SOTA; None where the paper has none."""
    return None if marks.sota is None else relative_gain(value, marks.sota, marks)


def relative_gain(value: float | None, mark: float, marks: MetricScoring) -> float | None:
    """d (value - mark) / |mark|, for marks of either sign.

    A mark of 0 has no size to divide by: the distance from it to the optimum stands in. Where 0 is the optimum itself
    (an error of 0), equal is 0 and anything else -1, whatever the unit. None where the optimum is not known either.
    """
    if value is None:
        return FAILED
    gain = marks.direction.sign * (value - mark)
    if mark != 0:
        return gain / abs(mark)
    if marks.optimum is None:
        return None
    return gain / abs(marks.optimum) if marks.optimum != 0 else (0.0 if gain >= 0 else FAILED)
