"""What the metrics of two classes are in terms of one confusion table, for many tables at once.

The numbers that a paper prints for one method come from one table, so each tells something of the others.
"""

from collections.abc import Callable
from typing import Any

Tables = tuple[Any, Any, Any, Any]
"""TP, FN, FP, TN: arrays of one shape (n,)."""


def values_of(metric_id: str, tables: Tables) -> Any:
    """The metric of each table, shape (n,), NaN where it is undefined. Raises KeyError where it has no such form."""
    import numpy as np

    with np.errstate(all="ignore"):
        return np.asarray(FORMS[metric_id](*tables), dtype=float)


def _f_beta(beta: float) -> Callable[..., Any]:
    square = beta * beta
    return lambda tp, fn, fp, tn: (1 + square) * tp / ((1 + square) * tp + square * fn + fp)


_f1 = _f_beta(1)


def _precision(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return tp / (tp + fp)


def _recall(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return tp / (tp + fn)


def _jaccard(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return tp / (tp + fn + fp)


def _accuracy(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return (tp + tn) / (tp + fn + fp + tn)


def _specificity(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return tn / (tn + fp)


def _of_other_class(form: Callable[..., Any]) -> Callable[..., Any]:
    """The metric where the negative class is taken for the positive one."""
    return lambda tp, fn, fp, tn: form(tn, fp, fn, tp)


def _or_zero(form: Callable[..., Any]) -> Callable[..., Any]:
    """A class that nobody predicted counts 0 in a mean over classes."""
    import numpy as np

    return lambda *table: np.nan_to_num(form(*table))


def _macro(form: Callable[..., Any]) -> Callable[..., Any]:
    one, other = _or_zero(form), _or_zero(_of_other_class(form))
    return lambda *table: (one(*table) + other(*table)) / 2


def _weighted(form: Callable[..., Any]) -> Callable[..., Any]:
    one, other = _or_zero(form), _or_zero(_of_other_class(form))

    def mean(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
        table = (tp, fn, fp, tn)
        return ((tp + fn) * one(*table) + (tn + fp) * other(*table)) / (tp + fn + fp + tn)

    return mean


def _matthews(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    """0 where a side of the table is empty, as the metric of the registry."""
    import numpy as np

    below = np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn) * 1.0)
    return np.where(below > 0, (tp * tn - fp * fn) / np.where(below > 0, below, 1), 0.0)


FORMS: dict[str, Callable[..., Any]] = {
    "accuracy": _accuracy,
    "error_rate": lambda *table: 1 - _accuracy(*table),
    "sensitivity": _recall,
    "specificity": _specificity,
    "precision": _or_zero(_precision),
    "negative_predictive_value": _or_zero(_of_other_class(_precision)),
    "false_positive_rate": lambda *table: 1 - _specificity(*table),
    "false_negative_rate": lambda *table: 1 - _recall(*table),
    "f1": _f1,
    "f2": _f_beta(2),
    "f1_macro": _macro(_f1),
    "f1_weighted": _weighted(_f1),
    "f1_micro": _accuracy,
    "precision_macro": _macro(_precision),
    "precision_weighted": _weighted(_precision),
    "recall_macro": _macro(_recall),
    "recall_weighted": _accuracy,
    "balanced_accuracy": _macro(_recall),
    "jaccard": _jaccard,
    "jaccard_macro": _macro(_jaccard),
    "g_mean": lambda *table: (_recall(*table) * _specificity(*table)) ** 0.5,
    "youden_j": lambda *table: _recall(*table) + _specificity(*table) - 1,
    "matthews_correlation": _matthews,
}
"""By the metric's id; tables have both classes in the truth."""
