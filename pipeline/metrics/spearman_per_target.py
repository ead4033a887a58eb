"""Spearman correlation of each target, averaged over the targets; missing values are left out."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def spearman_per_target(truth: Any, prediction: Any) -> float:
    """Mean over targets that vary of the Spearman correlation of their known values."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    known = ~np.isnan(actual)
    if not known.any():
        raise ValueError("no value is known in the truth")
    from scipy.stats import rankdata

    values = []
    for column in range(actual.shape[1]):
        pair = [rankdata(actual[known[:, column], column]), rankdata(predicted[known[:, column], column])]
        x, y = (side - np.mean(side) for side in pair) if pair[0].size else pair
        if x.any() and y.any():
            values.append(x @ y / np.sqrt((x @ x) * (y @ y)))
    if not values:
        raise ValueError("no target varies in truth and prediction")
    return float(np.clip(np.mean(values), -1, 1))


METRIC = MetricSpec(
    metric_id="spearman_per_target",
    title="Mean Spearman correlation over targets",
    aliases=("average Spearman", "mean Spearman correlation", "mean Spearman", "average Spearman correlation"),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MULTI_TARGET,
    reference="formula",
    compute=spearman_per_target,
    known=(
        KnownValue(((1.0, 1.0), (2.0, 2.0), (3.0, 3.0)), ((1.0, 3.0), (3.0, 2.0), (2.0, 1.0)), -0.25, "0.5 and -1"),
        KnownValue(
            ((1.0, 0.0), (2.0, 1.0), (float("nan"), 2.0)),
            ((5.0, 1.0), (8.0, 2.0), (0.0, 3.0)),
            1.0,
            "a value is missing",
        ),
        KnownValue(((1.0, 1.0), (2.0, 1.0)), ((2.0, 5.0), (1.0, 6.0)), -1.0, "the second target does not vary"),
        KnownValue(
            ((0.0, 0.0), (1.0, 1.0), (3.0, 5.0)),
            ((1.0, 1.0), (1.0, 0.0), (6.0, 3.0)),
            (0.75**0.5 + 0.5) / 2,
            "a tie: 1.5 / sqrt(2 · 1.5); 0.5",
        ),
        KnownValue(((float("nan"),),), ((1.0,),), None, "nothing is known"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per target",),
    family="spearman",
    is_fraction=True,
    no_skill=0.0,
)
