"""Top-k accuracy: the share of rows whose true class is among the k most likely."""

from functools import partial
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def top_k_accuracy(truth: Any, prediction: Any, k: int) -> float:
    """Share of rows with fewer than k other classes at least as likely as the true one: ties count against it."""
    import numpy as np

    actual, predicted = np.asarray(truth, dtype=int), np.asarray(prediction, dtype=float)
    if actual.size == 0:
        raise ValueError("no rows")
    likelihood = predicted[np.arange(actual.size), actual]
    at_least = np.sum(predicted >= likelihood[:, None], axis=1)
    return float(np.mean(at_least <= k))


_TRUTH = (0, 1, 2, 3, 4, 5)
_ROW = (0.3, 0.25, 0.2, 0.1, 0.08, 0.07)
_PREDICTION = (_ROW,) * 6
_TIED = ((0.2, 0.2, 0.2, 0.2, 0.1, 0.1), (0.2, 0.2, 0.2, 0.2, 0.1, 0.1))


def _at(k: int) -> MetricSpec:
    return MetricSpec(
        metric_id=f"top_{k}_accuracy",
        title=f"Top-{k} accuracy",
        aliases=(f"top-{k}", f"top {k}", f"top{k}", f"top-{k} acc", f"acc@{k}", f"accuracy@{k}", f"accuracy (top-{k})"),
        direction=Direction.HIGHER,
        low=0.0,
        high=1.0,
        optimum=1.0,
        input_kind=InputKind.CLASS_PROBABILITIES,
        reference=f"sklearn.metrics.top_k_accuracy_score(k={k}, labels=[0, 1, 2, 3])",
        compute=partial(top_k_accuracy, k=k),
        known=(
            KnownValue(_TRUTH, _PREDICTION, min(k, 6) / 6, "classes 0 to 5 in the order of their probability"),
            KnownValue(_TRUTH[1:], _PREDICTION[1:], (min(k, 6) - 1) / 5, "without the most likely class"),
            KnownValue((0, 3), _TIED, float(k >= 4), "four classes share the first place: ranks 4 and 4"),
            KnownValue((4, 0), _TIED, (float(k >= 6) + float(k >= 4)) / 2, "ranks 6 and 4"),
            KnownValue(
                (0, 1, 2), (_ROW, _ROW[::-1], _TIED[0]), (1 + float(k >= 5) + float(k >= 4)) / 3, "ranks 1, 5 and 4"
            ),
            KnownValue((), (), None, "no rows"),
        ),
        averaging=(f"k={k}", "ties count against"),
        is_fraction=True,
    )


METRICS = tuple(_at(k) for k in (2, 3, 5, 10))
