"""Fréchet distance of two Gaussians fitted to features, as in the Fréchet inception distance (Heusel et al., 2017)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def fid(truth: Any, prediction: Any) -> float:
    """Squared distance of the means + trace of C1 + C2 - 2 (C1 C2)^(1/2), with sample covariances (n - 1)."""
    import numpy as np

    reference, generated = (np.asarray(side, dtype=float) for side in (truth, prediction))
    if reference.size == 0 or generated.size == 0:
        raise ValueError("no rows")
    reference, generated = (side.reshape(len(side), -1) for side in (reference, generated))
    if min(len(reference), len(generated)) < 2:
        raise ValueError("fewer than two points in truth or prediction")
    gap = np.sum((reference.mean(axis=0) - generated.mean(axis=0)) ** 2)
    one, other = (np.atleast_2d(np.cov(side, rowvar=False)) for side in (reference, generated))
    values, vectors = np.linalg.eigh(one)
    root = (vectors * np.sqrt(np.clip(values, 0, None))) @ vectors.T
    shared = np.sqrt(np.clip(np.linalg.eigvalsh(root @ other @ root), 0, None)).sum()
    return float(max(gap + np.trace(one) + np.trace(other) - 2 * shared, 0.0))


METRIC = MetricSpec(
    metric_id="fid",
    title="Fréchet distance of features",
    aliases=(
        "FID",
        "Fréchet inception distance",
        "Frechet inception distance",
        "FCD",
        "Fréchet distance",
        "Fréchet ChemNet distance",
    ),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.SAMPLES,
    reference="formula",
    compute=fid,
    known=(
        KnownValue(((0.0,), (2.0,)), ((1.0,), (5.0,)), 6.0, "means 1 and 3, variances 2 and 8: 4 + 2 + 8 - 2 · 4"),
        KnownValue(
            ((0.0, 0.0), (2.0, 0.0), (0.0, 2.0), (2.0, 2.0)),
            ((1.0, 1.0), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0)),
            8 / 3,
            "equal means, variances 4/3 against 0",
        ),
        KnownValue(((0.0, 0.0), (2.0, 2.0)), ((0.0, 2.0), (2.0, 0.0)), 8.0, "lines that cross: 4 + 4 - 0"),
        KnownValue(((1.0, 2.0), (3.0, 4.0)), ((4.0, 2.0), (6.0, 4.0)), 9.0, "moved by 3"),
        KnownValue(((1.0,),), ((1.0,),), None, "one point"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("sample covariance",),
)
