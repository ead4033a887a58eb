"""Dice coefficient of masks: of each class in an image, averaged over classes, then over images (Dice, 1945)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def dice(truth: Any, prediction: Any) -> float:
    """Mean over images, then classes but 0, of 2 |both| / (|one| + |other|); 1 where all is background."""
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
            2 * np.sum((one == label) & (other == label)) / (np.sum(one == label) + np.sum(other == label))
            for label in classes
        ]
        values.append(np.mean(found) if found else 1.0)
    return float(np.mean(values))


METRIC = MetricSpec(
    metric_id="dice",
    title="Dice coefficient",
    aliases=(
        "Dice",
        "DSC",
        "Dice score",
        "Dice similarity coefficient",
        "mean Dice",
        "Dice similarity",
        "DICE coefficient",
        "Sørensen-Dice coefficient",
        "mDice",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MASKS,
    reference="formula",
    compute=dice,
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
            (2 / 4 + 1) / 2,
            "1 of 1 and 3; nothing in both",
        ),
        KnownValue(
            (((1, 0), (0, 0)), ((1, 1), (0, 1))),
            (((0, 0), (0, 0)), ((1, 0), (0, 0))),
            (0 + 2 / 4) / 2,
            "0 of 1 and 0; 1 of 3 and 1",
        ),
        KnownValue((((1, 0), (0, 0)),), (((1, 0),),), None, "another shape"),
        KnownValue(
            (((1, 1, 0), (0, 0, 0), (0, 0, 2)), ((1, 1, 1), (1, 1, 1), (0, 0, 0)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (((1, 0, 0), (1, 0, 0), (0, 2, 2)), ((0, 1, 1), (0, 1, 1), (0, 1, 1)), ((1, 1, 1), (1, 1, 1), (0, 0, 0))),
            (7 / 12 + 2 / 3 + 1) / 3,
            "as the first; 4 of 6 and 6; equal",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per image", "per class", "without background"),
    is_fraction=True,
)
