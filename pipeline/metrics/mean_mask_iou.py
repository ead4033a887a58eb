"""Mean intersection over union of semantic segmentation, of each class over all pixels (Everingham et al., 2010)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def mean_mask_iou(truth: Any, prediction: Any) -> float:
    """Mean over all classes, background too, of |both| / |either|, each summed over images."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    pairs = [(np.asarray(one), np.asarray(other)) for one, other in zip(truth, prediction, strict=True)]
    if any(one.shape != other.shape for one, other in pairs):
        raise ValueError("a mask of another shape than that of the truth")
    one, other = (np.concatenate([pair[side].ravel() for pair in pairs]) for side in (0, 1))
    classes = np.union1d(one, other)
    both = [np.sum((one == label) & (other == label)) for label in classes]
    either = [np.sum((one == label) | (other == label)) for label in classes]
    return float(np.mean(np.array(both) / np.array(either)))


METRIC = MetricSpec(
    metric_id="mean_mask_iou",
    title="Mean IoU of masks",
    aliases=("mIoU (semantic)", "mean IoU (semantic segmentation)", "mIoU (masks)"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MASKS,
    reference="formula",
    compute=mean_mask_iou,
    known=(
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)),),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)),),
            (4 / 7 + 1 / 3 + 1 / 2) / 3,
            "class 1: 1 of 2 and 2; class 2: 1 of 1 and 2",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((0, 0), (0, 0))),
            (((1, 1), (0, 1)), ((0, 0), (0, 0))),
            (5 / 7 + 1 / 3) / 2,
            "1 of 1 and 3; nothing in both",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((1, 1), (0, 1))),
            (((0, 0), (0, 0)), ((1, 0), (0, 0))),
            (4 / 7 + 1 / 4) / 2,
            "0 of 1 and 0; 1 of 3 and 1",
        ),
        KnownValue((((1, 0), (0, 0)),), (((1, 0),),), None, "another shape"),
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)), ((1, 1, 1), (1, 1, 1), (0, 0, 0)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)), ((0, 1, 1), (0, 1, 1), (0, 1, 1)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (8 / 15 + 11 / 17 + 1 / 2) / 3,
            "as the first; 4 of 6 and 6; equal",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("pooled", "per class", "with background"),
    is_fraction=True,
    family="jaccard_macro",
)
