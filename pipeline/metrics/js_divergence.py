"""Jensen-Shannon divergence with base 2, from 0 to 1 (Lin, 1991)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def js_divergence(truth: Any, prediction: Any) -> float:
    """Mean over rows of the mean divergence, in bits, of truth and prediction from their mean."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if any(np.any(side < 0) or np.any(np.abs(side.sum(axis=1) - 1) > 1e-6) for side in (actual, predicted)):
        raise ValueError("rows of truth or prediction that are no distribution")
    middle = np.maximum((actual + predicted) / 2, 1e-300)
    divergence = np.zeros(len(actual))
    for side in (actual, predicted):
        divergence += np.sum(side * np.log2(np.maximum(side, 1e-300) / middle), axis=1) / 2
    return float(np.mean(np.clip(divergence, 0, 1)))


METRIC = MetricSpec(
    metric_id="js_divergence",
    title="Jensen-Shannon divergence",
    aliases=("JS divergence", "JSD", "JS-divergence"),
    direction=Direction.LOWER,
    low=0.0,
    high=1.0,
    optimum=0.0,
    input_kind=InputKind.DISTRIBUTIONS,
    reference="formula",
    compute=js_divergence,
    known=(
        KnownValue(((1.0, 0.0),), ((0.0, 1.0),), 1.0, "nothing in common"),
        KnownValue(((1.0, 0.0),), ((0.5, 0.5),), 0.31127812445913283, "3/2 - 3/4 log2 3"),
        KnownValue(((1.0, 0.0), (0.0, 1.0)), ((0.0, 1.0), (0.5, 0.5)), 0.6556390622295664, "mean of the two above"),
        KnownValue(((0.2, 0.8),), ((0.2, 0.8),), 0.0, "equal"),
        KnownValue(((0.2, 0.9),), ((0.2, 0.8),), None, "no distribution"),
        KnownValue(
            ((1.0, 0.0), (0.0, 1.0), (0.2, 0.8)),
            ((0.0, 1.0), (0.5, 0.5), (0.2, 0.8)),
            1.31127812445913283 / 3,
            "the three above",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row", "base 2"),
)
