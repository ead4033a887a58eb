"""Cohen's kappa: agreement beyond what the two label frequencies give by chance (Cohen, 1960)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def cohen_kappa(truth: Any, prediction: Any) -> float:
    """(observed - expected) / (1 - expected) agreement; undefined where both are the same constant."""
    import numpy as np

    actual, predicted = np.asarray(truth), np.asarray(prediction)
    if actual.size == 0:
        raise ValueError("no rows")
    labels = np.unique(np.concatenate([actual, predicted]))
    right = np.array([float(np.sum((actual == label) & (predicted == label))) for label in labels])
    in_truth = np.array([float(np.sum(actual == label)) for label in labels])
    in_prediction = np.array([float(np.sum(predicted == label)) for label in labels])
    observed = right.sum() / actual.size
    expected = in_truth @ in_prediction / actual.size**2
    if expected == 1:
        raise ValueError("truth and prediction are the same constant")
    return float((observed - expected) / (1 - expected))


METRIC = MetricSpec(
    metric_id="cohen_kappa",
    title="Cohen's kappa",
    aliases=(
        "kappa",
        "Cohen kappa",
        "kappa coefficient",
        "Cohen's κ",
        "Kappa score",
        "kappa statistic",
        "Heidke skill score",
    ),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.cohen_kappa_score",
    compute=cohen_kappa,
    known=(
        KnownValue((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 1, 1, 0, 0, 0, 0), 0.4, "TP 3, FN 1, FP 2, TN 4"),
        KnownValue((1, 1, 1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0), (40 - 36) / (64 - 36), "TP 1, FN 2, FP 1, TN 4"),
        KnownValue(
            ("a", "a", "a", "b", "b", "c"),
            ("a", "a", "b", "b", "c", "c"),
            (24 - 12) / (36 - 12),
            "right 2, 1, 1; in truth 3, 2, 1; predicted 2, 2, 2",
        ),
        KnownValue((1, 1), (1, 1), None, "the same constant"),
        KnownValue((1, 1, 0), (1, 1, 1), 0.0, "a constant"),
        KnownValue((1, 1, 0, 0), (0, 0, 1, 1), -1.0, "all wrong"),
        KnownValue((), (), None, "no rows"),
    ),
    no_skill=0.0,
    is_fraction=True,
    ambiguous=("κ", "HSS"),
    companions=(
        "accuracy",
        "f1_macro",
        "matthews_correlation",
    ),
)
