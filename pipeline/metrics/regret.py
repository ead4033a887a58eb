"""Regret: how much worse an answer is than the best known one."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def regret(truth: Any, prediction: Any) -> float:
    """Mean over rows of best known value - reached value; negative where answers beat the best known."""
    import numpy as np

    best, reached = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if best.size == 0:
        raise ValueError("no rows")
    return float(np.mean(best - reached))


METRIC = MetricSpec(
    metric_id="regret",
    title="Regret",
    aliases=("simple regret", "average regret", "mean regret"),
    direction=Direction.LOWER,
    low=None,
    high=None,
    optimum=0.0,
    input_kind=InputKind.OUTCOMES,
    reference="formula",
    compute=regret,
    known=(
        KnownValue((10.0, 5.0, 8.0), (7.0, 5.0, 6.0), 5 / 3, "3, 0 and 2 short of 10, 5, 8"),
        KnownValue((-4.0, -2.0), (-6.0, -2.5), 1.25, "costs of 6 and 2.5 for 4 and 2"),
        KnownValue((1.0, 4.0), (2.0, 3.0), 0.0, "better than the best known by 1; 1 short of 4"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row", "absolute"),
)
