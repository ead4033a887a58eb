"""Label ranking average precision: for each true label, the share of true ones among those ranked as high."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def label_ranking_average_precision(truth: Any, prediction: Any) -> float:
    """Mean over rows, and over their true labels, of that share; rows with no or only true labels count 1."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    if np.isnan(actual).any():
        raise ValueError("missing labels in the truth")
    shares = []
    for labels, scores in zip(actual == 1, predicted, strict=True):
        as_high = scores[None, :] >= scores[labels, None]
        is_trivial = labels.all() or not labels.any()
        shares.append(1.0 if is_trivial else np.mean(np.sum(as_high[:, labels], axis=1) / np.sum(as_high, axis=1)))
    return float(np.mean(shares))


METRIC = MetricSpec(
    metric_id="label_ranking_average_precision",
    title="Label ranking average precision",
    aliases=("LRAP", "label-ranking AP", "lwlrap"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MULTI_LABEL,
    reference="sklearn.metrics.label_ranking_average_precision_score",
    compute=label_ranking_average_precision,
    known=(
        KnownValue(
            ((1, 0, 0), (0, 0, 1)), ((0.75, 0.5, 1.0), (1.0, 0.2, 0.1)), (1 / 2 + 1 / 3) / 2, "scikit-learn user guide"
        ),
        KnownValue(
            ((1, 0, 1), (0, 1, 0)),
            ((0.9, 0.5, 0.4), (0.3, 0.3, 0.1)),
            ((1 + 2 / 3) / 2 + 1 / 2) / 2,
            "ranks 1 and 3; a tie for the first place",
        ),
        KnownValue(((1, 1), (0, 0)), ((0.9, 0.5), (0.4, 0.3)), 1.0, "nothing to rank"),
        KnownValue(((float("nan"), 1),), ((0.9, 0.5),), None, "a missing label"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row",),
    is_fraction=True,
)
