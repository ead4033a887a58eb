"""Average symmetric surface distance of masks, in pixels (Heimann et al., 2009)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def average_surface_distance(truth: Any, prediction: Any) -> float:
    """Mean over images and their classes but 0 of the mean distance of all surface points to the other surface.

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
            found.append(float(np.mean(np.concatenate([there, back]))))
        values.append(np.mean(found) if found else 0.0)
    return float(np.mean(values))


METRIC = MetricSpec(
    metric_id="average_surface_distance",
    title="Average symmetric surface distance",
    aliases=("ASSD", "ASD", "average surface distance", "mean surface distance", "average symmetric surface distance"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.MASKS,
    reference="formula",
    compute=average_surface_distance,
    known=(
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)),),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)),),
            (2 / 4 + 1 / 3) / 2,
            "class 1: 0 1 and 0 1; class 2: 0 and 1 0",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((0, 0), (0, 0))),
            (((1, 1), (0, 1)), ((0, 0), (0, 0))),
            (1 + 2**0.5) / 4 / 2,
            "distances 0 and 0, 1, root 2; nothing in both",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((1, 1), (0, 1))),
            (((0, 0), (0, 0)), ((1, 0), (0, 0))),
            (2**0.5 + (1 + 2**0.5) / 4) / 2,
            "the diagonal; distances 0, 1, root 2 and 0",
        ),
        KnownValue(
            (((1, 1, 1, 1, 1, 0, 0, 0, 0, 0),),),
            (((1, 1, 1, 1, 1, 1, 1, 1, 0, 0),),),
            6 / 13,
            "distances 0 0 0 0 0 and 0 0 0 0 0 1 2 3",
        ),
        KnownValue((((1, 0), (0, 0)),), (((1, 0),),), None, "another shape"),
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)), ((1, 1, 1), (1, 1, 1), (0, 0, 0)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)), ((0, 1, 1), (0, 1, 1), (0, 1, 1)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (5 / 12 + 1 / 3 + 0) / 3,
            "as the first; 4 of 6 and 6; equal",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per image", "per class"),
)
