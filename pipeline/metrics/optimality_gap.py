"""Optimality gap: regret relative to the size of the best known value."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def optimality_gap(truth: Any, prediction: Any) -> float:
    """Mean over rows of (best known - reached) / |best known|; undefined where a best known value is 0."""
    import numpy as np

    best, reached = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if best.size == 0:
        raise ValueError("no rows")
    if not best.all():
        raise ValueError("a best known value of 0 in the truth")
    return float(np.mean((best - reached) / np.abs(best)))


METRIC = MetricSpec(
    metric_id="optimality_gap",
    title="Optimality gap",
    aliases=(
        "relative regret",
        "opt. gap",
        "normalised regret",
        "normalized regret",
        "gap to optimum",
        "approximation gap",
    ),
    direction=Direction.LOWER,
    low=None,
    high=None,
    optimum=0.0,
    input_kind=InputKind.OUTCOMES,
    reference="formula",
    compute=optimality_gap,
    known=(
        KnownValue((10.0, 5.0, 8.0), (7.0, 5.0, 6.0), (3 / 10 + 0 + 2 / 8) / 3, "3, 0 and 2 short of 10, 5, 8"),
        KnownValue((-4.0, -2.0), (-6.0, -2.5), (2 / 4 + 0.5 / 2) / 2, "costs of 6 and 2.5 for 4 and 2"),
        KnownValue((1.0, 4.0), (2.0, 3.0), (-1 + 1 / 4) / 2, "better than the best known by 1; 1 short of 4"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row", "relative"),
    is_fraction=True,
)
