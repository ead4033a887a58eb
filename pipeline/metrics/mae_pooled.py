"""Mean absolute error over all known values of all targets together."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def mae_pooled(truth: Any, prediction: Any) -> float:
    """Mean |prediction - truth| of all known values."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    known = ~np.isnan(actual)
    if not known.any():
        raise ValueError("no value is known in the truth")
    return float(np.mean(np.abs(predicted - actual)[known]))


METRIC = MetricSpec(
    metric_id="mae_pooled",
    title="Pooled MAE",
    aliases=("MAE (pooled)", "overall MAE"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.MULTI_TARGET,
    reference="formula",
    compute=mae_pooled,
    known=(
        KnownValue(
            ((1.0, 10.0), (2.0, 30.0), (4.0, float("nan")), (7.0, 20.0)),
            ((1.0, 14.0), (4.0, 30.0), (3.0, 1000.0), (7.0, 19.0)),
            8 / 7,
            "0, 2, 1, 0 and 4, 0, 1",
        ),
        KnownValue(
            ((0.0, 0.0, float("nan")), (2.0, 4.0, float("nan"))),
            ((1.0, 0.0, 5.0), (3.0, 1.0, 6.0)),
            5 / 4,
            "1, 1 and 0, 3",
        ),
        KnownValue(((1.0, float("nan")), (2.0, 0.0)), ((1.0, 2.0), (5.0, 9.0)), 4.0, "0, 3 and 9"),
        KnownValue(((1.0, 2.0),), ((1.0, 2.0),), 0.0, "perfect"),
        KnownValue(((float("nan"),),), ((1.0,),), None, "nothing is known"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("pooled",),
    family="mae",
)
