"""Maximum mean discrepancy with a Gaussian kernel, squared and biased (Gretton et al., 2012)."""

from math import exp
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def mmd(truth: Any, prediction: Any) -> float:
    """Mean k(X, X') + k(Y, Y') - 2 k(X, Y), k = exp(-distance squared / 2 s squared), s the median one in truth."""
    import numpy as np

    reference, generated = (np.asarray(side, dtype=float) for side in (truth, prediction))
    if reference.size == 0 or generated.size == 0:
        raise ValueError("no rows")
    reference, generated = (side.reshape(len(side), -1) for side in (reference, generated))
    from scipy.spatial.distance import cdist, pdist

    if len(reference) < 2:
        raise ValueError("fewer than two points in the truth")
    scale = np.median(pdist(reference[np.linspace(0, len(reference) - 1, min(len(reference), 2000)).astype(int)]))
    if scale == 0:
        raise ValueError("the points of the truth are equal")

    def mean_kernel(one: Any, other: Any) -> float:
        parts = (cdist(one[at : at + 500], other, "sqeuclidean") for at in range(0, len(one), 500))
        return sum(float(np.exp(-part / (2 * scale**2)).sum()) for part in parts) / len(one) / len(other)

    inside = mean_kernel(reference, reference) + mean_kernel(generated, generated)
    return float(max(inside - 2 * mean_kernel(reference, generated), 0.0))


METRIC = MetricSpec(
    metric_id="mmd",
    title="Maximum mean discrepancy",
    aliases=("MMD", "MMD (RBF)", "MMD²", "MMD2", "kernel MMD"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.SAMPLES,
    reference="formula",
    compute=mmd,
    known=(
        KnownValue((0.0, 1.0), (0.0,), 0.19673467014368328, "s = 1: (1 + e)/2 + 1 - (1 + e), e = exp(-1/2)"),
        KnownValue(
            ((0.0, 0.0), (3.0, 4.0)),
            ((3.0, 4.0), (6.0, 8.0)),
            1 - 0.5 * (exp(-0.5) * 2 + 1 + exp(-2)) + exp(-0.5),
            "s = 5: distances 5 inside; 5, 10, 0, 5 across",
        ),
        KnownValue((0.0, 2.0, 4.0), (0.0, 2.0, 4.0), 0.0, "equal"),
        KnownValue(
            (0.0, 2.0), (4.0, 4.0), (1 + exp(-0.5)) / 2 + 1 - exp(-2) - exp(-0.5), "s = 2: distances 4 and 2 across"
        ),
        KnownValue((1.0, 1.0), (2.0, 1.0), None, "no distance in the truth"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("biased", "squared", "median bandwidth"),
)
