"""Pearson's correlation coefficient."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def pearson(truth: Any, prediction: Any) -> float:
    """Covariance over the product of the deviations; undefined where either is constant."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.ptp(actual) == 0 or np.ptp(predicted) == 0:
        raise ValueError("constant truth or prediction")
    x, y = actual - np.mean(actual), predicted - np.mean(predicted)
    return float(np.clip(x @ y / np.sqrt((x @ x) * (y @ y)), -1, 1))


METRIC = MetricSpec(
    metric_id="pearson",
    title="Pearson correlation coefficient",
    aliases=(
        "PCC",
        "Pearson",
        "Pearson's r",
        "Pearson r",
        "Pearson correlation",
        "Pearson's correlation",
        "Pearson's correlation coefficient",
        "correlation coefficient",
        "Pearson corr.",
        "PearsonR",
        "Pearson's R",
    ),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.VALUES,
    reference="scipy.stats.pearsonr",
    compute=pearson,
    known=(
        KnownValue((1.0, 2.0, 3.0, 4.0), (1.0, 3.0, 2.0, 5.0), 5.5 / (5 * 8.75) ** 0.5, "5.5 / sqrt(5 · 8.75)"),
        KnownValue((1.0, 2.0, 3.0), (6.0, 4.0, 2.0), -1.0, "a falling line"),
        KnownValue((0.0, 0.0, 0.0, 4.0), (0.0, 1.0, 2.0, 5.0), 12 / (12 * 14) ** 0.5, "12 / sqrt(12 · 14)"),
        KnownValue((1.0, 2.0), (3.0, 3.0), None, "a constant"),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("R", "r", "CC", "PC", "corr", "Corr", "rp"),
    companions=("rmse", "mae", "mse", "spearman", "kendall"),
    is_fraction=True,
    no_skill=0.0,
)
