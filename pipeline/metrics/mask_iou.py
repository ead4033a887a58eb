"""Intersection over union of masks: of each class in an image, averaged over classes, then over images."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def mask_iou(truth: Any, prediction: Any) -> float:
    """Mean over images of the mean over their classes but 0 of |both| / |either|; 1 where all is background."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    pairs = [(np.asarray(one), np.asarray(other)) for one, other in zip(truth, prediction, strict=True)]
    if any(one.shape != other.shape for one, other in pairs):
        raise ValueError("a mask of another shape than that of the truth")
    values = []
    for one, other in pairs:
        classes = np.setdiff1d(np.union1d(one, other), [0])
        found = [
            np.sum((one == label) & (other == label)) / np.sum((one == label) | (other == label)) for label in classes
        ]
        values.append(np.mean(found) if found else 1.0)
    return float(np.mean(values))


METRIC = MetricSpec(
    metric_id="mask_iou",
    title="Intersection over union of masks",
    aliases=("IoU (per image)", "mask IoU", "per-image IoU", "Jaccard (masks)"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MASKS,
    reference="formula",
    compute=mask_iou,
    known=(
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)),),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)),),
            (1 / 3 + 1 / 2) / 2,
            "class 1: 1 of 2 and 2; class 2: 1 of 1 and 2",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((0, 0), (0, 0))),
            (((1, 1), (0, 1)), ((0, 0), (0, 0))),
            (1 / 3 + 1) / 2,
            "1 of 1 and 3; nothing in both",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((1, 1), (0, 1))),
            (((0, 0), (0, 0)), ((1, 0), (0, 0))),
            (0 + 1 / 3) / 2,
            "0 of 1 and 0; 1 of 3 and 1",
        ),
        KnownValue((((1, 0), (0, 0)),), (((1, 0),),), None, "another shape"),
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)), ((1, 1, 1), (1, 1, 1), (0, 0, 0)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)), ((0, 1, 1), (0, 1, 1), (0, 1, 1)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (5 / 12 + 1 / 2 + 1) / 3,
            "as the first; 4 of 6 and 6; equal",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per image", "per class", "without background"),
    is_fraction=True,
    family="jaccard",
)
