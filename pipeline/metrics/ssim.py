"""Structural similarity with a Gaussian window of 11 x 11 pixels, sigma 1.5 (Wang et al., 2004)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def ssim(truth: Any, prediction: Any) -> float:
    """Mean over images, channels and pixels at least 5 from the border; K1 = 0.01, K2 = 0.03; spans as for PSNR."""
    import numpy as np
    from scipy.ndimage import gaussian_filter

    if len(truth) == 0:
        raise ValueError("no rows")
    values = []
    for one, other in zip(map(np.asarray, truth), map(np.asarray, prediction), strict=True):
        if one.shape != other.shape or one.ndim not in (2, 3):
            raise ValueError("an image of another shape than that of the truth")
        span = 255.0 if one.dtype.kind in "iu" else 1.0
        one, other = one.astype(float), other.astype(float)
        if min(one.shape[:2]) < 11:
            raise ValueError("an image smaller than the window of 11 x 11")
        one, other = (side.reshape(*side.shape[:2], -1) for side in (one, other))
        pairs = (one, other, one * one, other * other, one * other)
        x, y, xx, yy, xy = (gaussian_filter(side, sigma=(1.5, 1.5, 0), truncate=3.5) for side in pairs)
        c1, c2 = (0.01 * span) ** 2, (0.03 * span) ** 2
        above = (2 * x * y + c1) * (2 * (xy - x * y) + c2)
        below = (x * x + y * y + c1) * (xx - x * x + yy - y * y + c2)
        values.append(np.mean((above / below)[5:-5, 5:-5]))
    return float(np.mean(values))


def _flat(level: float) -> tuple[tuple[float, ...], ...]:
    return ((level,) * 12,) * 12


def _striped(low: float, high: float) -> tuple[tuple[float, ...], ...]:
    """Columns in turn: under the window its mean is the middle and its variance a quarter of the square of the step."""
    return ((low, high) * 6,) * 12


def _pattern(rows: int, columns: int) -> tuple[tuple[float, ...], ...]:
    """Grey levels in steps of 1/15 that repeat by 16."""
    return tuple(tuple((rows * i + columns * j) % 16 / 15 for j in range(16)) for i in range(16))


METRIC = MetricSpec(
    metric_id="ssim",
    title="Structural similarity",
    aliases=("SSIM", "structural similarity index", "structural similarity index measure", "SSIM index"),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.IMAGES,
    reference="formula",
    compute=ssim,
    known=(
        KnownValue((_flat(0.2),), (_flat(0.8),), (2 * 0.16 + 1e-4) / (0.04 + 0.64 + 1e-4), "flat: means alone"),
        KnownValue(
            (_flat(0.0), _flat(0.5)), (_flat(1.0), _flat(0.5)), (1e-4 / 1.0001 + 1) / 2, "black for white; equal"
        ),
        KnownValue(
            (((51,) * 12,) * 12,), (((204,) * 12,) * 12,), (0.32 + 1e-4) / (0.68 + 1e-4), "whole numbers to 255"
        ),
        KnownValue((_striped(0.0, 1.0),), (_striped(0.0, 1.0),), 1.0, "equal"),
        KnownValue((((0.0,) * 8,) * 8,), (((0.0,) * 8,) * 8,), None, "smaller than the window"),
        KnownValue((_pattern(7, 3),), (_pattern(5, 4),), 0.0011280905885533194, "scikit-image 0.26"),
        KnownValue(
            (_pattern(1, 2), _pattern(2, 1)),
            (_pattern(1, 3), _pattern(2, 1)),
            0.36324851555957804,
            "scikit-image 0.26; equal",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per image", "channels averaged", "span 255 or 1"),
    is_fraction=True,
)
