"""Peak signal-to-noise ratio in decibels; whole-number images span 0 to 255, others 0 to 1."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def psnr(truth: Any, prediction: Any) -> float:
    """Mean over images of 10 log10(span squared / mean squared error), at most 100 dB for (nearly) equal images."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    values = []
    for one, other in zip(map(np.asarray, truth), map(np.asarray, prediction), strict=True):
        if one.shape != other.shape or one.ndim not in (2, 3):
            raise ValueError("an image of another shape than that of the truth")
        span = 255.0 if one.dtype.kind in "iu" else 1.0
        one, other = one.astype(float), other.astype(float)
        error = np.mean((one - other) ** 2)
        values.append(min(100.0, 10 * np.log10(span**2 / max(error, 1e-300))))
    return float(np.mean(values))


METRIC = MetricSpec(
    metric_id="psnr",
    title="Peak signal-to-noise ratio",
    aliases=("PSNR", "PSNR (dB)"),
    direction=Direction.HIGHER,
    low=None,
    high=100.0,
    optimum=100.0,
    input_kind=InputKind.IMAGES,
    reference="formula",
    compute=psnr,
    known=(
        KnownValue((((0.0, 0.0), (0.0, 0.0)),), (((0.1, 0.1), (0.1, 0.1)),), 20.0, "1 / 0.01"),
        KnownValue((((0, 0), (0, 0)),), (((255, 0), (0, 0)),), 6.020599913279624, "10 log10 4"),
        KnownValue((((0.5, 0.5),), ((0.0, 1.0),)), (((0.5, 0.5),), ((1.0, 0.0),)), 50.0, "equal: 100; all wrong: 0"),
        KnownValue(
            (((0.0, 0.0), (0.0, 1.0)), ((0.0, 0.0),)),
            (((0.0, 0.0), (0.2, 1.0)), ((0.1, 0.1),)),
            20.0,
            "mean squared errors 0.01 and 0.01",
        ),
        KnownValue((((0.0, 0.0),),), (((0.1,),),), None, "another shape"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per image", "span 255 or 1"),
)
