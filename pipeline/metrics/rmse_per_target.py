"""Root mean squared error of each target, averaged over the targets; missing values are left out."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def rmse_per_target(truth: Any, prediction: Any) -> float:
    """Mean over targets of the root mean squared error of their known values."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    known = ~np.isnan(actual)
    if not known.any():
        raise ValueError("no value is known in the truth")
    columns = [column for column in range(actual.shape[1]) if known[:, column].any()]
    error = (predicted - actual) ** 2
    return float(np.mean([np.sqrt(np.mean(error[known[:, column], column])) for column in columns]))


METRIC = MetricSpec(
    metric_id="rmse_per_target",
    title="Mean RMSE over targets",
    aliases=("average RMSE", "mean RMSE", "RMSE (mean over targets)"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.MULTI_TARGET,
    reference="formula",
    compute=rmse_per_target,
    known=(
        KnownValue(
            ((1.0, 10.0), (2.0, 30.0), (4.0, float("nan")), (7.0, 20.0)),
            ((1.0, 14.0), (4.0, 30.0), (3.0, 1000.0), (7.0, 19.0)),
            ((5 / 4) ** 0.5 + (17 / 3) ** 0.5) / 2,
            "0, 2, 1, 0 and 4, 0, 1",
        ),
        KnownValue(
            ((0.0, 0.0, float("nan")), (2.0, 4.0, float("nan"))),
            ((1.0, 0.0, 5.0), (3.0, 1.0, 6.0)),
            (1 + 4.5**0.5) / 2,
            "1, 1 and 0, 3; the third target is unknown",
        ),
        KnownValue(((1.0, 2.0),), ((1.0, 2.0),), 0.0, "perfect"),
        KnownValue(((float("nan"),),), ((1.0,),), None, "nothing is known"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per target",),
    family="rmse",
)
