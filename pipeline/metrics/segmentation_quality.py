"""Segmentation quality: the mean overlap of matched segments (Kirillov et al., 2019)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def segmentation_quality(truth: Any, prediction: Any) -> float:
    """Mean over classes but 0; segments of a class match where they overlap by more than half of their union."""
    from collections import Counter, defaultdict

    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    overlaps: Any = defaultdict(list)
    counts: Any = Counter()
    for one, other in zip(map(np.asarray, truth), map(np.asarray, prediction), strict=True):
        if one.shape != other.shape or one.ndim != 3 or len(one) != 2:
            raise ValueError("segments of another shape than those of the truth")
        mine, theirs = (list(map(tuple, side.reshape(2, -1).T.tolist())) for side in (one, other))
        both, sizes = Counter(zip(mine, theirs, strict=True)), (Counter(mine), Counter(theirs))
        for segment in (*sizes[0], *sizes[1]):
            counts[segment[0]] += segment[0] > 0
        for (left, right), shared in both.items():
            share = shared / (sizes[0][left] + sizes[1][right] - shared)
            if left[0] == right[0] > 0 and share > 0.5:
                overlaps[left[0]].append(share)
    classes = [label for label, count in counts.items() if label > 0 and count]
    if not classes:
        raise ValueError("no segment in truth and prediction")
    return float(np.mean([sum(overlaps[label]) / max(len(overlaps[label]), 1) for label in classes]))


METRIC = MetricSpec(
    metric_id="segmentation_quality",
    title="Segmentation quality",
    aliases=("SQ (panoptic)", "segmentation quality SQ"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SEGMENTS,
    reference="formula",
    compute=segmentation_quality,
    known=(
        KnownValue(
            ((((1, 1, 1, 1), (2, 2, 2, 0)), ((1, 1, 2, 2), (3, 3, 3, 0))),),
            ((((1, 1, 1, 1), (2, 2, 0, 0)), ((1, 1, 1, 2), (3, 3, 0, 0))),),
            (2 / 3 + 2 / 3) / 2,
            "class 1: two segments of 2 against 3 and 1; class 2: 2 of 3",
        ),
        KnownValue(
            ((((1, 1, 1, 1), (2, 2, 2, 0)), ((1, 1, 2, 2), (3, 3, 3, 0))),),
            ((((1, 1, 1, 1), (2, 2, 2, 2)), ((1, 1, 1, 2), (3, 3, 4, 4))),),
            (2 / 3 + 2 / 3) / 2,
            "class 2: one segment of 3 against two of 2",
        ),
        KnownValue(
            (
                (((1, 1, 1, 1), (2, 2, 2, 0)), ((1, 1, 2, 2), (3, 3, 3, 0))),
                (((1, 1, 1, 1), (0, 0, 0, 0)), ((1, 1, 2, 2), (0, 0, 0, 0))),
            ),
            (
                (((1, 1, 1, 1), (2, 2, 0, 0)), ((1, 1, 1, 2), (3, 3, 0, 0))),
                (((1, 1, 1, 1), (0, 0, 0, 0)), ((1, 1, 2, 2), (0, 0, 0, 0))),
            ),
            (8 / 9 + 2 / 3) / 2,
            "and an image that is equal, of class 1",
        ),
        KnownValue(((((0,),), ((0,),)),), ((((0,),), ((0,),)),), None, "background only"),
        KnownValue((((1, 1), (1, 1)),), (((1, 1), (1, 1)),), None, "no pair of maps"),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("SQ",),
    companions=("panoptic_quality",),
    averaging=("pooled", "per class"),
    is_fraction=True,
)
