"""Pixel accuracy: the share of pixels of the right class, over all images."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def pixel_accuracy(truth: Any, prediction: Any) -> float:
    """Share of equal pixels among those of all images."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    pairs = [(np.asarray(one), np.asarray(other)) for one, other in zip(truth, prediction, strict=True)]
    if any(one.shape != other.shape for one, other in pairs):
        raise ValueError("a mask of another shape than that of the truth")
    right = sum(np.sum(one == other) for one, other in pairs)
    return float(right / sum(one.size for one, _ in pairs))


METRIC = MetricSpec(
    metric_id="pixel_accuracy",
    title="Pixel accuracy",
    aliases=("pixel acc", "voxel accuracy", "overall pixel accuracy"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MASKS,
    reference="formula",
    compute=pixel_accuracy,
    known=(
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)),),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)),),
            6 / 9,
            "class 1: 1 of 2 and 2; class 2: 1 of 1 and 2",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((0, 0), (0, 0))),
            (((1, 1), (0, 1)), ((0, 0), (0, 0))),
            6 / 8,
            "1 of 1 and 3; nothing in both",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((1, 1), (0, 1))),
            (((0, 0), (0, 0)), ((1, 0), (0, 0))),
            5 / 8,
            "0 of 1 and 0; 1 of 3 and 1",
        ),
        KnownValue((((1, 0), (0, 0)),), (((1, 0),),), None, "another shape"),
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)), ((1, 1, 1), (1, 1, 1), (0, 0, 0)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)), ((0, 1, 1), (0, 1, 1), (0, 1, 1)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            20 / 27,
            "as the first; 4 of 6 and 6; equal",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("PA",),
    companions=(
        "jaccard_macro",
        "jaccard",
        "dice",
    ),
    averaging=("pooled", "with background"),
    is_fraction=True,
    family="accuracy",
)
