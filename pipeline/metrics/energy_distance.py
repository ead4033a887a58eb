"""Energy distance of two samples (Székely, 2002)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def energy_distance(truth: Any, prediction: Any) -> float:
    """Root of 2 E|X - Y| - E|X - X'| - E|Y - Y'|, with Euclidean distances over all pairs of points."""
    import numpy as np

    reference, generated = (np.asarray(side, dtype=float) for side in (truth, prediction))
    if reference.size == 0 or generated.size == 0:
        raise ValueError("no rows")
    reference, generated = (side.reshape(len(side), -1) for side in (reference, generated))
    from scipy.spatial.distance import cdist

    def mean_distance(one: Any, other: Any) -> float:
        return (
            sum(float(cdist(one[at : at + 500], other).sum()) for at in range(0, len(one), 500)) / len(one) / len(other)
        )

    across = 2 * mean_distance(reference, generated)
    inside = mean_distance(reference, reference) + mean_distance(generated, generated)
    return float(np.sqrt(max(across - inside, 0.0)))


METRIC = MetricSpec(
    metric_id="energy_distance",
    title="Energy distance",
    aliases=("energy distance", "E-distance", "energy statistic"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.SAMPLES,
    reference="formula",
    compute=energy_distance,
    known=(
        KnownValue((0.0,), (2.0,), 2.0, "root of 2 · 2"),
        KnownValue((0.0, 8.0), (0.0, 8.0, 8.0), (2 * 4 - 4 - 32 / 9) ** 0.5, "2 · 4 - 4 - 32/9"),
        KnownValue(((0.0, 0.0), (3.0, 4.0)), ((0.0, 0.0),), (5 - 2.5) ** 0.5, "2 · 5/2 - 5/2 - 0"),
        KnownValue((1.0, 2.0), (2.0, 1.0), 0.0, "order does not matter"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("root", "Euclidean"),
)
