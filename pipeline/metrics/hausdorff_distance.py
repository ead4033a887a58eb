"""Hausdorff distance of masks in pixels, whole and as its 95th percentile (Huttenlocher et al., 1993)."""

from functools import partial
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def hausdorff_distance(truth: Any, prediction: Any, percentile: float) -> float:
    """Mean over images and their classes but 0 of the larger percentile of the distances between the surfaces.

    A class that one side lacks counts the diagonal of the image; all background on both sides counts 0.
    """
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    pairs = [(np.asarray(one), np.asarray(other)) for one, other in zip(truth, prediction, strict=True)]
    if any(one.shape != other.shape for one, other in pairs):
        raise ValueError("a mask of another shape than that of the truth")
    from scipy.ndimage import binary_erosion, distance_transform_edt

    values = []
    for one, other in pairs:
        found: list[Any] = []
        for label in np.setdiff1d(np.union1d(one, other), [0]):
            masks = (one == label, other == label)
            if not (masks[0].any() and masks[1].any()):
                found.append(float(np.linalg.norm(np.array(one.shape) - 1.0)))
                continue
            mine, theirs = (mask & ~binary_erosion(mask) for mask in masks)
            there, back = distance_transform_edt(~theirs)[mine], distance_transform_edt(~mine)[theirs]
            found.append(float(max(np.percentile(there, percentile), np.percentile(back, percentile))))
        values.append(np.mean(found) if found else 0.0)
    return float(np.mean(values))


_BAR = (((1, 1, 1, 1, 1, 0, 0, 0, 0, 0),),)
_LONGER = (((1, 1, 1, 1, 1, 1, 1, 1, 0, 0),),)


def _of(name: str, percentile: float, title: str, aliases: tuple[str, ...], values: tuple[float, ...]) -> MetricSpec:
    return MetricSpec(
        metric_id=name,
        title=title,
        aliases=aliases,
        direction=Direction.LOWER,
        low=0.0,
        high=None,
        optimum=0.0,
        input_kind=InputKind.MASKS,
        reference="formula",
        compute=partial(hausdorff_distance, percentile=percentile),
        known=(
            KnownValue(_BAR, _LONGER, values[0], "distances 0 0 0 0 0 and 0 0 0 0 0 1 2 3"),
            KnownValue(
                (((1, 1, 0), (0, 0, 0), (0, 0, 2)),),
                (((1, 0, 0), (1, 0, 0), (0, 2, 2)),),
                values[1],
                "class 1: 0 1 and 0 1; class 2: 0 and 1 0",
            ),
            KnownValue(
                (((1, 0), (0, 0)), ((0, 0), (0, 0))),
                (((0, 0), (0, 0)), ((0, 0), (0, 0))),
                2**0.5 / 2,
                "the diagonal; nothing in both",
            ),
            KnownValue(
                (_LONGER[0], ((1, 0), (0, 0))), (_BAR[0], ((1, 0), (0, 0))), values[0] / 2, "as the first, and equal"
            ),
            KnownValue((((1, 0), (0, 0)),), (((1, 0),),), None, "another shape"),
            KnownValue(
                (
                    ((1, 1, 0), (0, 0, 0), (0, 0, 2)),
                    ((1, 1, 1), (1, 1, 1), (0, 0, 0)),
                    ((1, 1, 1), (1, 1, 1), (0, 0, 0)),
                ),
                (
                    ((1, 0, 0), (1, 0, 0), (0, 2, 2)),
                    ((0, 1, 1), (0, 1, 1), (0, 1, 1)),
                    ((1, 1, 1), (1, 1, 1), (0, 0, 0)),
                ),
                (values[1] + 1) / 3,
                "as the second; 0 0 0 0 1 1 both ways; equal",
            ),
            KnownValue((), (), None, "no rows"),
        ),
        averaging=("per image", "per class", f"percentile {percentile:g}"),
    )


METRICS = (
    _of("hausdorff", 100, "Hausdorff distance", ("HD", "Hausdorff", "HD100", "max Hausdorff distance"), (3.0, 1.0)),
    _of(
        "hausdorff_95",
        95,
        "95 % Hausdorff distance",
        (
            "HD95",
            "95HD",
            "95% Hausdorff distance",
            "Hausdorff distance 95",
            "95th percentile Hausdorff distance",
            "HD 95",
        ),
        (2.65, 0.95),
    ),
)
