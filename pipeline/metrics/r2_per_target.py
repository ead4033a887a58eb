"""Coefficient of determination of each target, averaged over the targets; missing values are left out."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def r2_per_target(truth: Any, prediction: Any) -> float:
    """Mean over targets that vary of 1 - residual / total sum of squares of their known values."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    known = ~np.isnan(actual)
    if not known.any():
        raise ValueError("no value is known in the truth")
    values = []
    for column in range(actual.shape[1]):
        seen, given = actual[known[:, column], column], predicted[known[:, column], column]
        if seen.size and np.ptp(seen) > 0:
            values.append(1 - np.sum((seen - given) ** 2) / np.sum((seen - np.mean(seen)) ** 2))
    if not values:
        raise ValueError("no target varies in the truth")
    return float(np.mean(values))


METRIC = MetricSpec(
    metric_id="r2_per_target",
    title="Mean R2 over targets",
    aliases=("average R2", "mean R2", "R2 (mean over targets)"),
    direction=Direction.HIGHER,
    low=None,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MULTI_TARGET,
    reference="formula",
    compute=r2_per_target,
    known=(
        KnownValue(
            ((1.0, 10.0), (2.0, 30.0), (4.0, float("nan")), (7.0, 20.0)),
            ((1.0, 14.0), (4.0, 30.0), (3.0, 1000.0), (7.0, 19.0)),
            (1 - 5 / 21 + 1 - 17 / 200) / 2,
            "5 of 21 and 17 of 200",
        ),
        KnownValue(
            ((0.0, 0.0, float("nan")), (2.0, 4.0, float("nan"))),
            ((1.0, 0.0, 5.0), (3.0, 1.0, 6.0)),
            (1 - 2 / 2 + 1 - 9 / 8) / 2,
            "2 of 2 and 9 of 8",
        ),
        KnownValue(((1.0, 2.0), (3.0, 2.0)), ((1.0, 5.0), (3.0, 9.0)), 1.0, "the second target does not vary"),
        KnownValue(((float("nan"),),), ((1.0,),), None, "nothing is known"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per target",),
    family="r2",
)
