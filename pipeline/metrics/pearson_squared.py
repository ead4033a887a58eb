"""Square of Pearson's correlation coefficient. Some papers call it R2; the coefficient of determination is another."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def pearson_squared(truth: Any, prediction: Any) -> float:
    """Pearson's r, squared; undefined where either is constant."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.ptp(actual) == 0 or np.ptp(predicted) == 0:
        raise ValueError("constant truth or prediction")
    x, y = actual - np.mean(actual), predicted - np.mean(predicted)
    return float(np.clip((x @ y) ** 2 / ((x @ x) * (y @ y)), 0, 1))


METRIC = MetricSpec(
    metric_id="pearson_squared",
    title="Squared Pearson correlation",
    aliases=(
        "squared Pearson correlation coefficient",
        "squared correlation",
        "squared correlation coefficient",
        "Pearson r2",
        "Pearson's r2",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.VALUES,
    reference="formula",
    compute=pearson_squared,
    known=(
        KnownValue((1.0, 2.0, 3.0, 4.0), (1.0, 3.0, 2.0, 5.0), 5.5**2 / (5 * 8.75), "5.5² / (5 · 8.75)"),
        KnownValue((1.0, 2.0, 3.0), (6.0, 4.0, 2.0), 1.0, "a falling line"),
        KnownValue((0.0, 0.0, 0.0, 4.0), (0.0, 1.0, 2.0, 5.0), 12 / 14, "12² / (12 · 14)"),
        KnownValue((1.0, 2.0), (3.0, 3.0), None, "a constant"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    no_skill=0.0,
)
