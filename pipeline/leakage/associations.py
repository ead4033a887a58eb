"""Does one feature give the answers away by itself? Statistics of one column against the truth."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

Strings = NDArray[np.str_]
Floats = NDArray[np.float64]

_MIN_ROWS = 8
_CHANCE = 1e-4
_SLACK = 0.01
_ORDER_Z = 5.0
_MAX_POSITIONS = 64
_COPIED = 0.9


@dataclass(frozen=True)
class Truth:
    """The answers of one instance: ids (n,) and values (n,) as written, and whether they are classes."""

    ids: Strings
    values: Strings
    is_class: bool

    @cached_property
    def codes(self) -> Floats:
        """Class numbers, or the values as numbers, shape (n,)."""
        if self.is_class:
            return np.unique(self.values, return_inverse=True)[1].astype(float)
        return self.values.astype(float)

    @cached_property
    def is_informative(self) -> bool:
        """Enough rows and enough variety that a perfect order cannot be chance (probability below 1e-4)."""
        n = len(self.values)
        if n < _MIN_ROWS or len(np.unique(self.values)) < 2:
            return False
        if not self.is_class:
            return True
        counts = np.unique(self.values, return_counts=True)[1]
        orders = math.lgamma(n + 1) - sum(math.lgamma(count + 1) for count in counts) - math.lgamma(len(counts) + 1)
        return orders > -math.log(_CHANCE)


def telling_feature(values: Strings, truth: Truth) -> str | None:
    """The name of the first feature of a column (n,) that predicts the truth (near) perfectly, or None."""
    if _copies(values, truth):
        return "value"
    if not truth.is_informative:
        return None
    return next((name for name, feature in _features(values) if _predicts(feature, truth)), None)


def _copies(values: Strings, truth: Truth) -> bool:
    """True where the column holds the answers themselves, for texts of which nearly all are different.

    No group of equal answers could tell those. A tenth of the rows may differ; case and outer space do not count.
    """
    if not truth.is_class or len(np.unique(truth.values)) < _MIN_ROWS:
        return False
    return float(np.mean(_folded(values) == _folded(truth.values))) >= _COPIED


def _folded(values: Strings) -> Strings:
    return np.strings.lower(np.strings.strip(values))


def telling_order(position: Floats, truth: Truth) -> bool:
    """True where the order of rows depends on the truth: z above 5 in a trend test or in a test for runs."""
    if not truth.is_informative:
        return False
    return _predicts(position, truth) or _trend_z(position, truth) > _ORDER_Z or _runs_z(position, truth) > _ORDER_Z


def numbers(values: Strings) -> Floats | None:
    """The values as finite numbers, or None where one is none."""
    try:
        found = values.astype(float)
    except ValueError:
        return None
    return found if bool(np.isfinite(found).all()) else None


def _features(values: Strings) -> Iterator[tuple[str, NDArray[Any]]]:
    numeric = numbers(values)
    yield "value", values if numeric is None else numeric
    if numeric is None:
        yield from _text_features(values)


def _text_features(values: Strings) -> Iterator[tuple[str, NDArray[Any]]]:
    lengths = np.strings.str_len(values)
    yield "length", lengths.astype(float)
    yield "upper case", np.strings.isupper(values).astype(float)
    digits = numbers(np.array(["".join(filter(str.isdecimal, value))[-15:] or "-1" for value in values]))
    if digits is not None:
        yield "number inside", digits
    for size in (1, 2, 3):
        yield f"first {size} characters", np.array([value[:size] for value in values])
        yield f"last {size} characters", np.array([value[-size:] for value in values])
    if len(np.unique(lengths)) == 1 and 3 < lengths[0] <= _MAX_POSITIONS:
        for at in range(int(lengths[0])):
            yield f"character {at + 1}", np.array([value[at] for value in values])


def _predicts(feature: NDArray[Any], truth: Truth) -> bool:
    distinct = np.unique(feature, return_inverse=True)[1]
    n_distinct = int(distinct.max()) + 1
    if n_distinct < 2:
        return False
    if n_distinct <= len(feature) // 4 and _groups_predict(distinct, truth):
        return True
    return feature.dtype.kind == "f" and _order_predicts(feature, truth)


def _groups_predict(groups: NDArray[np.intp], truth: Truth) -> bool:
    """Nearly every group of equal feature values has one answer."""
    if not truth.is_class:
        means = np.bincount(groups, truth.codes) / np.bincount(groups)
        return float(((truth.codes - means[groups]) ** 2).sum()) <= _SLACK / 2 * _variation(truth)
    table = np.zeros((int(groups.max()) + 1, int(truth.codes.max()) + 1))
    np.add.at(table, (groups, truth.codes.astype(int)), 1)
    return bool(len(groups) - table.max(axis=1).sum() <= _SLACK * _n_minority(truth))


def _order_predicts(feature: Floats, truth: Truth) -> bool:
    """Sorted by the feature, the answers are sorted too (values) or stand in blocks (classes)."""
    if not truth.is_class:
        return abs(_rank_correlation(feature, truth.codes)) >= 1 - _SLACK
    runs = _n_runs(feature, truth)
    return runs - len(np.unique(truth.codes)) <= 2 * _SLACK * _n_minority(truth)


def _trend_z(position: Floats, truth: Truth) -> float:
    """The largest standard score of a rank correlation between position and truth (each class against the rest)."""
    targets = [truth.codes] if not truth.is_class else [truth.codes == code for code in np.unique(truth.codes)]
    scale = math.sqrt(len(position) - 1)
    return max(abs(_rank_correlation(position, target.astype(float))) * scale for target in targets)


def _runs_z(position: Floats, truth: Truth) -> float:
    """Standard score of neighbours that agree more often than in a random order."""
    n = len(position)
    ordered = truth.codes[np.argsort(position, kind="stable")]
    if not truth.is_class:
        ranks = rankdata(ordered)
        return float(np.corrcoef(ranks[:-1], ranks[1:])[0, 1]) * math.sqrt(n - 1)
    counts = np.unique(ordered, return_counts=True)[1]
    expected = float((counts * (counts - 1)).sum()) / n
    spread = math.sqrt(max(expected * (1 - expected / n), 1e-9))
    return (float((ordered[1:] == ordered[:-1]).sum()) - expected) / spread


def _n_runs(feature: Floats, truth: Truth) -> int:
    ordered = truth.codes[np.argsort(feature, kind="stable")]
    return int((ordered[1:] != ordered[:-1]).sum()) + 1


def _rank_correlation(left: Floats, right: Floats) -> float:
    a, b = rankdata(left), rankdata(right)
    if a.std() == 0 or b.std() == 0:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


def _variation(truth: Truth) -> float:
    return float(((truth.codes - truth.codes.mean()) ** 2).sum())


def _n_minority(truth: Truth) -> int:
    counts = np.unique(truth.codes, return_counts=True)[1]
    return int(counts.sum() - counts.max())
