"""Maximum F measure of protein function prediction (Radivojac et al., 2013), protein-centric, thresholds 0.01 to 1."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def fmax(truth: Any, prediction: Any) -> float:
    """Highest F1, over thresholds, of the mean precision of rows with a prediction and the mean recall of rows."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    actual = np.where(np.isnan(actual), 0.0, actual)[np.nansum(actual, axis=1) > 0]
    predicted = predicted[np.nansum(np.asarray(truth, dtype=float), axis=1) > 0]
    if not len(actual):
        raise ValueError("no positive label in the truth")
    best = 0.0
    for step in range(1, 101):
        chosen = predicted >= step / 100
        right, given = np.sum(chosen * actual, axis=1), np.sum(chosen, axis=1)
        if given.any() and right.any():
            precision, recall = np.mean(right[given > 0] / given[given > 0]), np.mean(right / actual.sum(axis=1))
            best = max(best, 2 * precision * recall / (precision + recall))
    return float(best)


METRIC = MetricSpec(
    metric_id="fmax",
    title="Fmax",
    aliases=("F-max", "F_max", "protein-centric Fmax", "maximum F-score"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MULTI_LABEL,
    reference="formula",
    compute=fmax,
    known=(
        KnownValue(((1, 0), (0, 1)), ((0.9, 0.1), (0.2, 0.8)), 1.0, "perfect between 0.2 and 0.8"),
        KnownValue(
            ((1, 0, 0), (1, 1, 0)),
            ((0.2, 0.6, 0.1), (0.6, 0.1, 0.1)),
            0.75,
            "at 0.2: precision (1/2 + 1) / 2, recall (1 + 1/2) / 2; at 0.1 precision 1/2 and recall 1",
        ),
        KnownValue(
            ((1, 1), (0, 1)),
            ((0.5, 0.005), (0.9, 0.004)),
            1 / 3,
            "precision (1 + 0) / 2, recall (1/2 + 0) / 2; 0.005 is below all thresholds",
        ),
        KnownValue(((0, 0),), ((0.5, 0.1),), None, "no positive label"),
        KnownValue(((1, 0), (0, 0)), ((0.9, 0.1), (0.8, 0.7)), 1.0, "a row without a positive label is left out"),
        KnownValue(((1, 0),), ((1.0, 0.995),), 1.0, "told apart at 1 only"),
        KnownValue(((1,),), ((0.01,),), 1.0, "at 0.01"),
        KnownValue(((1,), (1,)), ((0.9,), (0.001,)), 2 / 3, "precision over one row, recall over two"),
        KnownValue(
            ((1, 1, 0), (1, 0, 0), (0, 1, 1)),
            ((0.9, 0.8, 0.7), (0.6, 0.9, 0.1), (0.2, 0.2, 0.3)),
            2 * (13 / 18) * (5 / 6) / (13 / 18 + 5 / 6),
            "at 0.3: precision (2/3 + 1/2 + 1) / 3, recall (1 + 1 + 1/2) / 3",
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row",),
    is_fraction=True,
)
