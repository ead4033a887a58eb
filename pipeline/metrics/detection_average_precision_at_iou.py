"""Average precision of detections at an overlap, and its mean over overlaps, as the COCO benchmark defines them.

Lin et al. (2014): boxes by falling score, at most 100 per image and class; each is matched to the free true box it
overlaps most, from the threshold on; precision is made falling and read at the recalls 0, 0.01, ... 1.
"""

from functools import partial
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def detection_average_precision_at_iou(truth: Any, prediction: Any, thresholds: tuple[float, ...]) -> float:
    """Mean over the classes of the truth and the thresholds of the interpolated average precision."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")

    def overlap(one: Any, other: Any) -> float:
        width = min(one[2], other[2]) - max(one[0], other[0])
        height = min(one[3], other[3]) - max(one[1], other[1])
        shared = max(width, 0) * max(height, 0)
        areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
        return float(shared / (areas - shared)) if areas > shared else 0.0

    def matches(boxes: Any, found: Any, threshold: float) -> Any:
        """(score, is right) of the detections of one image, best first."""
        free = list(boxes)
        for box in sorted(found, key=lambda box: -box[1])[:100]:
            shares = [overlap(other[1:], box[2:]) for other in free]
            best = max(range(len(free)), key=shares.__getitem__, default=None)
            if best is not None and shares[best] >= threshold:
                del free[best]
                yield box[1], True
            else:
                yield box[1], False

    values = []
    for label in sorted({box[0] for boxes in truth for box in boxes}, key=str):
        images = [
            ([b for b in one if b[0] == label], [b for b in other if b[0] == label])
            for one, other in zip(truth, prediction, strict=True)
        ]
        for threshold in thresholds:
            rows = [row for one, other in images for row in matches(one, other, threshold)]
            rows.sort(key=lambda row: -row[0])
            right = np.cumsum([is_right for _, is_right in rows])
            precision = np.maximum.accumulate((right / np.arange(1, len(rows) + 1))[::-1])[::-1]
            places = np.searchsorted(right / sum(len(one) for one, _ in images), np.linspace(0, 1, 101), side="left")
            values.append(np.sum(precision[places[places < len(rows)]]) / 101)
    if not values:
        raise ValueError("no box in the truth")
    return float(np.mean(values))


_BOX = ("cell", 0, 0, 10, 10)
_SHARE_60 = ("cell", 0.9, 0, 0, 10, 6)
_SHARE_80 = ("cell", 0.8, 20, 0, 30, 8)
_FAR = ("cell", 0.95, 50, 50, 60, 60)
_SECOND = ("cell", 20, 0, 30, 10)
_EXACT = ("cell", 0.7, 0, 0, 10, 10)
_NUCLEUS = ("nucleus", 0, 0, 4, 4)


def _of(name: str, title: str, aliases: tuple[str, ...], thresholds: tuple[float, ...]) -> MetricSpec:
    share = [_above(overlap, thresholds) for overlap in (0.6, 0.8)]
    return MetricSpec(
        metric_id=name,
        title=title,
        aliases=aliases,
        direction=Direction.HIGHER,
        low=0.0,
        high=1.0,
        optimum=1.0,
        input_kind=InputKind.DETECTIONS,
        reference="formula",
        compute=partial(detection_average_precision_at_iou, thresholds=thresholds),
        known=(
            KnownValue(((_BOX,),), ((_SHARE_60,),), share[0], "one box, overlap 0.6"),
            KnownValue(((_SECOND,),), ((_SHARE_80,),), share[1], "one box, overlap 0.8"),
            KnownValue(((_SECOND,),), ((_FAR, _SHARE_80),), share[1] / 2, "behind a wrong one"),
            KnownValue(((_SECOND, _BOX),), ((_SHARE_80,),), share[1] * 51 / 101, "one of two: recalls 0 to 0.5"),
            KnownValue(((_BOX,), (_SECOND,)), ((_EXACT,), (_FAR, _SHARE_80)), _mixed(thresholds), "two images"),
            KnownValue(((_SECOND, _NUCLEUS),), ((_SHARE_80,),), share[1] / 2, "a class that is not found"),
            KnownValue(((_BOX,),), ((_EXACT, _EXACT),), 1.0, "the second of two equal boxes is wrong, behind"),
            KnownValue(((_BOX,),), ((),), 0.0, "nothing given"),
            KnownValue(((),), ((_EXACT,),), None, "no box in the truth"),
            KnownValue(
                ((("cell", 10, 20, 30, 60),),),
                ((("cell", 0.9, 14, 25, 34, 62),),),
                _above(4 / 7, thresholds),
                "560 of 980",
            ),
            KnownValue(((("cell", 0, 0, 1, 1),),), ((("cell", 0.9, 5, 5, 6, 6),),), 0.0, "apart"),
            KnownValue(
                ((_SECOND,),),
                ((("cell", 0.9, 20, 0, 30, 8), ("cell", 0.5, 21, 0, 30, 10)),),
                (_above(0.8, thresholds) + _above(0.9, thresholds)) / 2,
                "0.8, and 0.9 behind it",
            ),
            KnownValue((), (), None, "no rows"),
        ),
        averaging=("per class", "101 points", "IoU " + " ".join(f"{threshold:g}" for threshold in thresholds)),
        is_fraction=True,
        ambiguous=("mAP", "MAP", "AP") if len(thresholds) > 1 else (),
        companions=("detection_average_precision_50", "detection_average_precision_75") if len(thresholds) > 1 else (),
    )


def _above(overlap: float, thresholds: tuple[float, ...]) -> float:
    """Share of the thresholds that an overlap reaches."""
    return sum(overlap >= threshold for threshold in thresholds) / len(thresholds)


def _mixed(thresholds: tuple[float, ...]) -> float:
    """Scores 0.95 wrong, 0.8 right up to 0.8, 0.7 right: precisions 0, 1/2, 2/3, or 0, 0, 1/3 at recall 1/2."""
    values = [2 / 3 if threshold <= 0.8 else 51 / 101 / 3 for threshold in thresholds]
    return sum(values) / len(values)


_ALL = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))

METRICS = (
    _of(
        "detection_average_precision",
        "Average precision of detections",
        (
            "mAP@[0.5:0.95]",
            "mAP@0.5:0.95",
            "mAP50-95",
            "AP@[.5:.95]",
            "AP@[.50:.05:.95]",
            "COCO AP",
            "box AP",
        ),
        _ALL,
    ),
    _of(
        "detection_average_precision_50",
        "Average precision at IoU 0.5",
        ("AP50", "AP@0.5", "mAP@0.5", "mAP50", "AP@50", "mAP@50", "AP@.5", "mAP@.5", "AP0.5", "mAP0.5"),
        (0.5,),
    ),
    _of(
        "detection_average_precision_75",
        "Average precision at IoU 0.75",
        ("AP75", "AP@0.75", "mAP@0.75", "mAP75", "AP@75", "AP0.75"),
        (0.75,),
    ),
)
