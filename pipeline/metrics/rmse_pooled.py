"""Root mean squared error over all known values of all targets together."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def rmse_pooled(truth: Any, prediction: Any) -> float:
    """Root of the mean squared error of all known values."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    known = ~np.isnan(actual)
    if not known.any():
        raise ValueError("no value is known in the truth")
    return float(np.sqrt(np.mean((predicted - actual)[known] ** 2)))


METRIC = MetricSpec(
    metric_id="rmse_pooled",
    title="Pooled RMSE",
    aliases=("RMSE (pooled)", "overall RMSE"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.MULTI_TARGET,
    reference="formula",
    compute=rmse_pooled,
    known=(
        KnownValue(
            ((1.0, 10.0), (2.0, 30.0), (4.0, float("nan")), (7.0, 20.0)),
            ((1.0, 14.0), (4.0, 30.0), (3.0, 1000.0), (7.0, 19.0)),
            (22 / 7) ** 0.5,
            "0, 2, 1, 0 and 4, 0, 1",
        ),
        KnownValue(
            ((0.0, 0.0, float("nan")), (2.0, 4.0, float("nan"))),
            ((1.0, 0.0, 5.0), (3.0, 1.0, 6.0)),
            (11 / 4) ** 0.5,
            "1, 1 and 0, 3",
        ),
        KnownValue(((1.0, float("nan")), (2.0, 0.0)), ((1.0, 2.0), (5.0, 9.0)), 30**0.5, "0, 3 and 9"),
        KnownValue(((1.0, 2.0),), ((1.0, 2.0),), 0.0, "perfect"),
        KnownValue(((float("nan"),),), ((1.0,),), None, "nothing is known"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("pooled",),
    family="rmse",
)
