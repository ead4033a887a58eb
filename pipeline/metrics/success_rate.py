"""Success rate: the share of rows where an answer is as good as the value to reach."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def success_rate(truth: Any, prediction: Any) -> float:
    """Share of rows whose reached value is at least the one asked for, less 1e-9 of its size."""
    import numpy as np

    best, reached = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if best.size == 0:
        raise ValueError("no rows")
    return float(np.mean(reached >= best - 1e-9 * np.abs(best)))


METRIC = MetricSpec(
    metric_id="success_rate",
    title="Success rate",
    aliases=("solve rate", "% solved", "success ratio", "fraction solved"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.OUTCOMES,
    reference="formula",
    compute=success_rate,
    known=(
        KnownValue((10.0, 5.0, 8.0), (7.0, 5.0, 6.0), 1 / 3, "3, 0 and 2 short of 10, 5, 8"),
        KnownValue((-4.0, -2.0), (-6.0, -2.5), 0.0, "costs of 6 and 2.5 for 4 and 2"),
        KnownValue((1.0, 4.0), (2.0, 3.0), 1 / 2, "better than the best known by 1; 1 short of 4"),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=(
        "SR",
        "Success",
    ),
    companions=(
        "regret",
        "optimality_gap",
    ),
    averaging=("per row",),
    is_fraction=True,
)
