"""Precision at k: the share of relevant items among the first k."""

from functools import partial
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def precision_at_k(truth: Any, prediction: Any, k: int) -> float:
    """Mean over queries of the relevant items among the first k, over k; queries without any are left out."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if any(len(set(items)) < len(items) for items in prediction):
        raise ValueError("an item is ranked twice")
    scores = []
    for gains, items in zip(truth, prediction, strict=True):
        relevant = {item for item, gain in gains.items() if gain > 0}
        if relevant:
            scores.append(sum(item in relevant for item in items[:k]) / k)
    if not scores:
        raise ValueError("no query has a relevant item in the truth")
    return float(sum(scores) / len(scores))


_TRUTH = ({"a": 1, "b": 1}, {"c": 1}, {"d": 1, "e": 1, "f": 1}, {"g": 1}, {"h": 1}, {"i": 1}, {"j": 1}, {"l": 1})
_ITEMS = tuple(f"x{place}" for place in range(200))


def _with(*placed: tuple[str, int]) -> tuple[str, ...]:
    """A ranking of 200 items with some at given places, counted from 1."""
    items = list(_ITEMS)
    for item, place in placed:
        items[place - 1] = item
    return tuple(items)


_PREDICTION = (
    _with(("a", 1), ("b", 2)),
    _with(("c", 2)),
    _with(("d", 4), ("e", 15), ("f", 60)),
    _with(("g", 7)),
    _with(("h", 120)),
    _with(("i", 15)),
    _with(("j", 40)),
    _with(("l", 80)),
)
_PLACES = ((1, 2), (2,), (4, 15, 60), (7,), (120,), (15,), (40,), (80,))


def _at(k: int) -> MetricSpec:
    return MetricSpec(
        metric_id=f"precision_at_{k}",
        title=f"Precision@{k}",
        aliases=(
            f"Precision@{k}",
            f"P@{k}",
            f"Prec@{k}",
            f"precision at {k}",
        ),
        direction=Direction.HIGHER,
        low=0.0,
        high=1.0,
        optimum=1.0,
        input_kind=InputKind.RANKINGS,
        reference="formula",
        compute=partial(precision_at_k, k=k),
        known=(
            KnownValue(
                _TRUTH,
                _PREDICTION,
                sum(place <= k for places in _PLACES for place in places) / k / 8,
                "places 1 2; 2; 4 15 60; 7; 120; 15; 40; 80",
            ),
            KnownValue(
                _TRUTH[2:4],
                _PREDICTION[2:4],
                sum(place <= k for places in _PLACES[2:4] for place in places) / k / 2,
                "places 4 15 60; 7",
            ),
            KnownValue(
                ({"a": 1}, {}),
                (("b", "a"), ("a",)),
                (k >= 2) / k,
                "second place; a query without relevant items is left out",
            ),
            KnownValue(({"a": 2, "b": 0},), (_with(("b", 1), ("a", 150)),), 0.0, "an item with gain 0 is not relevant"),
            KnownValue(({"a": 1},), (("b",),), 0.0, "not ranked"),
            KnownValue(({"a": 1},), (("a", "a"),), None, "an item twice"),
            KnownValue(({},), (("a",),), None, "nothing is relevant"),
            KnownValue((), (), None, "no rows"),
        ),
        averaging=(f"k={k}", "per query"),
        is_fraction=True,
    )


METRICS = tuple(_at(k) for k in (1, 3, 5, 10, 20, 50, 100))
