"""Lin's concordance correlation coefficient (Lin, 1989), with population moments."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def ccc(truth: Any, prediction: Any) -> float:
    """2 covariance / (variances + squared difference of means); undefined where both are the same constant."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    scale = np.var(actual) + np.var(predicted) + (np.mean(actual) - np.mean(predicted)) ** 2
    if scale == 0:
        raise ValueError("truth and prediction are the same constant")
    covariance = np.mean((actual - np.mean(actual)) * (predicted - np.mean(predicted)))
    return float(2 * covariance / scale)


METRIC = MetricSpec(
    metric_id="ccc",
    title="Concordance correlation coefficient",
    aliases=("CCC", "Lin's CCC", "Lin's concordance correlation coefficient", "concordance correlation"),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.VALUES,
    reference="formula",
    compute=ccc,
    known=(
        KnownValue((1.0, 2.0, 3.0), (2.0, 3.0, 4.0), 4 / 7, "(4/3) / (2/3 + 2/3 + 1)"),
        KnownValue((1.0, 2.0, 3.0), (3.0, 2.0, 1.0), -1.0, "reversed"),
        KnownValue(
            (1.0, 2.0, 3.0, 4.0),
            (1.0, 3.0, 2.0, 5.0),
            2.75 / (1.25 + 2.1875 + 0.0625),
            "covariance 1.375, means 2.5 and 2.75",
        ),
        KnownValue((2.0, 2.0), (2.0, 2.0), None, "the same constant"),
        KnownValue((1.0, 2.0), (3.0, 3.0), 0.0, "a constant"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    no_skill=0.0,
)
