"""Expected calibration error with ten bins of equal width (Guo et al., 2017), of the positive class."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def expected_calibration_error(truth: Any, prediction: Any) -> float:
    """Mean over rows of |share of positives - mean probability| of the row's bin; bins are (0, 0.1], ... (0.9, 1]."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isin(actual, (0, 1)).all():
        raise ValueError("labels other than 0 and 1")
    if not ((predicted >= 0) & (predicted <= 1)).all():
        raise ValueError("probabilities outside 0 and 1")
    group = np.digitize(predicted, np.arange(1, 10) / 10, right=True)
    difference = np.bincount(group, weights=actual - predicted, minlength=10)
    return float(np.sum(np.abs(difference)) / actual.size)


METRIC = MetricSpec(
    metric_id="expected_calibration_error",
    title="Expected calibration error",
    aliases=("ECE", "calibration error"),
    direction=Direction.LOWER,
    low=0.0,
    high=1.0,
    optimum=0.0,
    input_kind=InputKind.PROBABILITIES,
    reference="formula",
    compute=expected_calibration_error,
    known=(
        KnownValue((1, 0, 1, 0), (0.85, 0.85, 0.35, 0.35), 0.25, "0.35 and 0.15, half the rows each"),
        KnownValue((1, 1, 0), (0.75, 0.75, 0.25), 0.25, "0.25 everywhere"),
        KnownValue((1, 0), (0.7, 0.75), 0.525, "0.7 belongs to the bin below: (0.3 + 0.75) / 2"),
        KnownValue((1, 0), (1.0, 0.0), 0.0, "perfect"),
        KnownValue((1, 0), (0.0, 1.0), 1.0, "certain and wrong"),
        KnownValue((1, 0, 0, 0), (0.2, 0.25, 0.25, 0.25), 0.3875, "bin borders belong below: (0.8 + 0.75) / 4"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("binary",),
)
