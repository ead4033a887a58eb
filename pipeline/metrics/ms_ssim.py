"""Multi-scale structural similarity over five scales (Wang, Simoncelli and Bovik, 2003)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def ms_ssim(truth: Any, prediction: Any) -> float:
    """Mean over images and channels of the weighted product of contrast-structure per scale and of the last SSIM.

    Gaussian window of 11 x 11, sigma 1.5; scales are halved by the mean of 2 x 2 pixels; negative means count 0.
    """
    import numpy as np
    from scipy.ndimage import gaussian_filter

    weights = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)
    if len(truth) == 0:
        raise ValueError("no rows")
    values = []
    for one, other in zip(map(np.asarray, truth), map(np.asarray, prediction), strict=True):
        if one.shape != other.shape or one.ndim not in (2, 3):
            raise ValueError("an image of another shape than that of the truth")
        span = 255.0 if one.dtype.kind in "iu" else 1.0
        one, other = one.astype(float), other.astype(float)
        if min(one.shape[:2]) < 11 * 2**4:
            raise ValueError("an image smaller than 176 x 176")
        one, other = (side.reshape(*side.shape[:2], -1) for side in (one, other))
        c1, c2 = (0.01 * span) ** 2, (0.03 * span) ** 2
        product = np.ones(one.shape[2])
        for scale, weight in enumerate(weights):
            if scale:
                rows, columns = (size // 2 * 2 for size in one.shape[:2])
                quarters = [(i, j) for i in (0, 1) for j in (0, 1)]
                one, other = (
                    np.mean([side[i:rows:2, j:columns:2] for i, j in quarters], axis=0) for side in (one, other)
                )
            pairs = (one, other, one * one, other * other, one * other)
            x, y, xx, yy, xy = (gaussian_filter(side, sigma=(1.5, 1.5, 0), truncate=3.5) for side in pairs)
            found = (2 * (xy - x * y) + c2) / (xx - x * x + yy - y * y + c2)
            if scale == len(weights) - 1:
                found = found * (2 * x * y + c1) / (x * x + y * y + c1)
            product *= np.maximum(np.mean(found[5:-5, 5:-5], axis=(0, 1)), 0) ** weight
        values.append(np.mean(product))
    return float(np.mean(values))


def _flat(level: float) -> tuple[tuple[float, ...], ...]:
    return ((level,) * 176,) * 176


def _waves(rows: int, columns: int, height: int = 176) -> tuple[tuple[float, ...], ...]:
    """Grey levels in steps of 1/15, each kept for 8 steps of `rows` and `columns`."""
    return tuple(tuple((rows * i + columns * j) // 8 % 16 / 15 for j in range(176)) for i in range(height))


def _blend(one: tuple[tuple[float, ...], ...], other: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(0.7 * a + 0.2 * b for a, b in zip(*pair, strict=True)) for pair in zip(one, other, strict=True))


_DIRECT = "by direct convolution (tests/metrics/formulas_of_arrays.py)"

METRIC = MetricSpec(
    metric_id="ms_ssim",
    title="Multi-scale structural similarity",
    aliases=("MS-SSIM", "MSSSIM", "multi-scale SSIM", "multiscale SSIM"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.IMAGES,
    reference="formula",
    compute=ms_ssim,
    known=(
        KnownValue(
            (_flat(0.2),), (_flat(0.8),), (0.3201 / 0.6801) ** 0.1333, "flat: the means of the last scale alone"
        ),
        KnownValue(
            (_flat(0.0), _flat(0.5)), (_flat(1.0), _flat(0.5)), ((1e-4 / 1.0001) ** 0.1333 + 1) / 2, "black; equal"
        ),
        KnownValue((((51,) * 176,) * 176,), (((204,) * 176,) * 176,), (0.3201 / 0.6801) ** 0.1333, "whole numbers"),
        KnownValue((((0.0,) * 100,) * 100,), (((0.0,) * 100,) * 100,), None, "too small for five scales"),
        KnownValue((_waves(1, 2),), (_blend(_waves(1, 2), _waves(3, 1)),), 0.8735177927176079, _DIRECT),
        KnownValue(
            (_waves(2, 1, 181), _flat(0.5)),
            (_blend(_waves(2, 1, 181), _waves(1, 5, 181)), _flat(0.5)),
            0.927517686233051,
            _DIRECT,
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per image", "channels averaged", "span 255 or 1"),
    is_fraction=True,
)
