"""Dice coefficient of masks over all pixels of the set, averaged over classes."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def dice_pooled(truth: Any, prediction: Any) -> float:
    """Mean over classes but 0 of 2 |both| / (|one| + |other|), summed over images; 1 where all is background."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    pairs = [(np.asarray(one), np.asarray(other)) for one, other in zip(truth, prediction, strict=True)]
    if any(one.shape != other.shape for one, other in pairs):
        raise ValueError("a mask of another shape than that of the truth")
    one, other = (np.concatenate([pair[side].ravel() for pair in pairs]) for side in (0, 1))
    classes = np.setdiff1d(np.union1d(one, other), [0])
    both = [np.sum((one == label) & (other == label)) for label in classes]
    sizes = [np.sum(one == label) + np.sum(other == label) for label in classes]
    return float(np.mean(2 * np.array(both) / np.array(sizes))) if len(classes) else 1.0


METRIC = MetricSpec(
    metric_id="dice_pooled",
    title="Dice coefficient (pooled)",
    aliases=("global Dice", "pooled Dice", "dataset Dice", "Dice (global)"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MASKS,
    reference="formula",
    compute=dice_pooled,
    known=(
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)),),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)),),
            (2 / 4 + 2 / 3) / 2,
            "class 1: 1 of 2 and 2; class 2: 1 of 1 and 2",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((0, 0), (0, 0))),
            (((1, 1), (0, 1)), ((0, 0), (0, 0))),
            2 / 4,
            "1 of 1 and 3; nothing in both",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((1, 1), (0, 1))),
            (((0, 0), (0, 0)), ((1, 0), (0, 0))),
            2 / 5,
            "0 of 1 and 0; 1 of 3 and 1",
        ),
        KnownValue((((1, 0), (0, 0)),), (((1, 0),),), None, "another shape"),
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)), ((1, 1, 1), (1, 1, 1), (0, 0, 0)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)), ((0, 1, 1), (0, 1, 1), (0, 1, 1)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (22 / 28 + 2 / 3) / 2,
            "as the first; 4 of 6 and 6; equal",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("pooled", "per class", "without background"),
    is_fraction=True,
    family="dice",
)
