"""Wasserstein-1 distance, also earth mover's distance, of each dimension, averaged (Kantorovich, 1960)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def wasserstein_distance(truth: Any, prediction: Any) -> float:
    """Mean over dimensions of the area between the cumulative distributions."""
    import numpy as np

    reference, generated = (np.asarray(side, dtype=float) for side in (truth, prediction))
    if reference.size == 0 or generated.size == 0:
        raise ValueError("no rows")
    reference, generated = (side.reshape(len(side), -1) for side in (reference, generated))
    values = []
    for one, other in zip(reference.T, generated.T, strict=True):
        every = np.sort(np.concatenate([one, other]))
        below = [np.searchsorted(np.sort(side), every[:-1], "right") / len(side) for side in (one, other)]
        values.append(np.sum(np.abs(below[0] - below[1]) * np.diff(every)))
    return float(np.mean(values))


METRIC = MetricSpec(
    metric_id="wasserstein_distance",
    title="Wasserstein distance",
    aliases=("Wasserstein-1 distance", "Wasserstein", "W1", "EMD", "earth mover's distance", "1-Wasserstein distance"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.SAMPLES,
    reference="formula",
    compute=wasserstein_distance,
    known=(
        KnownValue((0.0, 1.0, 3.0), (5.0, 6.0, 8.0), 5.0, "the example of SciPy"),
        KnownValue(((0.0, 0.0), (1.0, 4.0)), ((0.0, 2.0), (3.0, 6.0)), 1.5, "1 and 2"),
        KnownValue((0.0, 0.0, 0.0, 4.0), (0.0, 4.0), 1.0, "a quarter moved by 4"),
        KnownValue((1.0, 2.0), (2.0, 1.0), 0.0, "order does not matter"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per dimension",),
)
