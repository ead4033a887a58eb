"""Kling-Gupta efficiency of hydrology (Gupta et al., 2009)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def kling_gupta_efficiency(truth: Any, prediction: Any) -> float:
    """1 - distance of correlation, ratio of deviations and ratio of means from 1; undefined for constants or mean 0."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.ptp(actual) == 0 or np.ptp(predicted) == 0:
        raise ValueError("constant truth or prediction")
    if np.mean(actual) == 0:
        raise ValueError("the mean of the truth is 0")
    correlation = np.corrcoef(actual, predicted)[0, 1]
    spread = np.std(predicted) / np.std(actual)
    bias = np.mean(predicted) / np.mean(actual)
    return float(1 - np.sqrt((correlation - 1) ** 2 + (spread - 1) ** 2 + (bias - 1) ** 2))


METRIC = MetricSpec(
    metric_id="kling_gupta_efficiency",
    title="Kling-Gupta efficiency",
    aliases=("KGE",),
    direction=Direction.HIGHER,
    low=None,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.VALUES,
    reference="formula",
    compute=kling_gupta_efficiency,
    known=(
        KnownValue((1.0, 2.0, 3.0), (2.0, 4.0, 6.0), 1 - 2**0.5, "twice the truth"),
        KnownValue((1.0, 2.0, 3.0), (2.0, 3.0, 4.0), 0.5, "shifted by half the mean"),
        KnownValue((1.0, 2.0, 3.0), (3.0, 2.0, 1.0), -1.0, "reversed"),
        KnownValue((1.0, 2.0), (3.0, 3.0), None, "a constant"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
)
