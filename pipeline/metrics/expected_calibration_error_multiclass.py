"""Expected calibration error of the most likely class with 15 bins of equal width (Guo et al., 2017)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def expected_calibration_error_multiclass(truth: Any, prediction: Any) -> float:
    """Mean over rows of |share of right - mean confidence| of the row's bin; bins are (0, 1/15], ... (14/15, 1]."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=int), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if not np.isfinite(predicted).all() or (predicted < 0).any() or (np.abs(predicted.sum(axis=1) - 1) > 1e-6).any():
        raise ValueError("probabilities that do not sum to 1")
    confidence, is_right = predicted.max(axis=1), predicted.argmax(axis=1) == actual
    group = np.digitize(confidence, np.arange(1, 15) / 15, right=True)
    difference = np.bincount(group, weights=is_right - confidence, minlength=15)
    return float(np.sum(np.abs(difference)) / actual.size)


METRIC = MetricSpec(
    metric_id="expected_calibration_error_multiclass",
    title="Expected calibration error (multi-class)",
    aliases=("top-label calibration error", "top-label ECE", "confidence ECE"),
    direction=Direction.LOWER,
    low=0.0,
    high=1.0,
    optimum=0.0,
    input_kind=InputKind.CLASS_PROBABILITIES,
    reference="formula",
    compute=expected_calibration_error_multiclass,
    known=(
        KnownValue((0, 1), ((0.5, 0.25, 0.25), (0.5, 0.25, 0.25)), 0.0, "half of two rows right at 0.5"),
        KnownValue(
            (0, 0, 1),
            ((0.75, 0.25, 0.0), (0.75, 0.25, 0.0), (0.25, 0.25, 0.5)),
            1.0 / 3,
            "|2 - 1.5| and |0 - 0.5|, of 3 rows",
        ),
        KnownValue((0,), ((0.0, 1.0, 0.0),), 1.0, "certain and wrong"),
        KnownValue(
            (0, 1, 1),
            ((0.7, 0.2, 0.1), (0.72, 0.2, 0.08), (0.4, 0.6, 0.0)),
            0.82 / 3,
            "the first two share the bin above 10/15: |1 - 1.42|; and 1 - 0.6",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("top label",),
    family="expected_calibration_error",
)
