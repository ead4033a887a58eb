"""Cohen's kappa with quadratic weights, for ordered classes (Cohen, 1968)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def quadratic_kappa(truth: Any, prediction: Any) -> float:
    """1 - observed over expected squared distance of numbered classes; undefined where both are the same constant."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=float), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    observed = np.mean((actual - predicted) ** 2)
    expected = np.var(actual) + np.var(predicted) + (np.mean(actual) - np.mean(predicted)) ** 2
    if expected == 0:
        raise ValueError("truth and prediction are the same constant")
    return float(1 - observed / expected)


METRIC = MetricSpec(
    metric_id="quadratic_kappa",
    title="Quadratic weighted kappa",
    aliases=("QWK", "quadratic kappa", "quadratically weighted kappa", "weighted kappa (quadratic)"),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.cohen_kappa_score(weights='quadratic', labels=[0, 1, 2, 3, 4])",
    compute=quadratic_kappa,
    known=(
        KnownValue((0, 1, 2, 3), (0, 1, 2, 1), 0.5, "observed 4/4; expected 5/4 + 1/2 + 1/4 = 2"),
        KnownValue((0, 0, 2, 2), (0, 2, 2, 2), 0.5, "observed 1; expected 1 + 3/4 + 1/4"),
        KnownValue((0, 1, 2), (2, 1, 0), -1.0, "reversed"),
        KnownValue((1, 1), (1, 1), None, "the same constant"),
        KnownValue((), (), None, "no rows"),
    ),
    no_skill=0.0,
    is_fraction=True,
)
