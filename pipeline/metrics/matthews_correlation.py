"""Matthews correlation coefficient, for two or more classes (Gorodkin's R_K)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def matthews_correlation(truth: Any, prediction: Any) -> float:
    """Covariance of truth and prediction over their deviations; 0 where either is constant, as in scikit-learn."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(np.concatenate([actual, predicted]))
    in_truth = np.array([float(np.sum(actual == label)) for label in labels])
    in_prediction = np.array([float(np.sum(predicted == label)) for label in labels])
    rows, right = float(actual.size), float(np.sum(actual == predicted))
    covariance = right * rows - in_truth @ in_prediction
    spread = (rows**2 - in_prediction @ in_prediction) * (rows**2 - in_truth @ in_truth)
    return float(np.clip(covariance / np.sqrt(spread), -1, 1)) if spread > 0 else 0.0


METRIC = MetricSpec(
    metric_id="matthews_correlation",
    title="Matthews correlation coefficient",
    aliases=(
        "MCC",
        "Matthews correlation",
        "Matthews corr. coef.",
        "Matthew's correlation coefficient",
        "Matthew correlation coefficient",
        "Matthews coefficient",
        "phi coefficient",
    ),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.matthews_corrcoef",
    compute=matthews_correlation,
    known=(
        KnownValue(
            (1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 10 / 600**0.5, "(12-2)/sqrt(5·4·6·5)"
        ),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 2 / 180**0.5, "(4-2)/sqrt(2·3·5·6)"),
        KnownValue((1, 1, 0, 0), (0, 0, 1, 1), -1.0, "all wrong"),
        KnownValue((1, 1, 0), (1, 1, 1), 0.0, "a constant"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    no_skill=0.0,
)
