"""Balanced accuracy: recall averaged over the classes that occur in the truth."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def balanced_accuracy(truth: Any, prediction: Any) -> float:
    """Mean recall of the classes in the truth."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    recalls = [np.mean(predicted[actual == label] == label) for label in np.unique(actual)]
    return float(np.mean(recalls))


METRIC = MetricSpec(
    metric_id="balanced_accuracy",
    title="Balanced accuracy",
    aliases=("BACC", "BAcc", "bal. acc.", "balanced acc", "average accuracy per class", "mean class accuracy"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.balanced_accuracy_score",
    compute=balanced_accuracy,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 17 / 24, "(3/4 + 4/6) / 2"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), 17 / 30, "(1/3 + 4/5) / 2"),
        KnownValue(("a", "a", "b", "c", "c"), ("a", "b", "b", "c", "a"), 2 / 3, "(1/2 + 1 + 1/2) / 3"),
        KnownValue((1, 1, 0), (1, 1, 1), 0.5, "a constant"),
        KnownValue((0, 0), (0, 1), 0.5, "a class that is not in the truth does not count"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
    averaging=("macro",),
)
