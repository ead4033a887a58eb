"""Normalised discounted cumulative gain of the first k items, with linear gains (Järvelin and Kekäläinen, 2002)."""

from functools import partial
from math import log2
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def ndcg_at_k(truth: Any, prediction: Any, k: int) -> float:
    """Mean over queries of the sum of gain / log2(place + 1) of the first k, over that of the best order."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if any(len(set(items)) < len(items) for items in prediction):
        raise ValueError("an item is ranked twice")
    from math import log2

    scores = []
    for gains, items in zip(truth, prediction, strict=True):
        best = sorted((gain for gain in gains.values() if gain > 0), reverse=True)
        if best:
            found = sum(max(gains.get(item, 0), 0) / log2(place + 2) for place, item in enumerate(items[:k]))
            scores.append(found / sum(gain / log2(place + 2) for place, gain in enumerate(best[:k])))
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
        metric_id=f"ndcg_at_{k}",
        title=f"NDCG@{k}",
        aliases=(
            f"NDCG@{k}",
            f"nDCG at {k}",
            f"N@{k}",
        ),
        direction=Direction.HIGHER,
        low=0.0,
        high=1.0,
        optimum=1.0,
        input_kind=InputKind.RANKINGS,
        reference="formula",
        compute=partial(ndcg_at_k, k=k),
        known=(
            KnownValue(
                _TRUTH,
                _PREDICTION,
                sum(
                    sum(1 / log2(place + 1) for place in places if place <= k)
                    / sum(1 / log2(place + 2) for place in range(min(k, len(places))))
                    for places in _PLACES
                )
                / 8,
                "places 1 2; 2; 4 15 60; 7; 120; 15; 40; 80",
            ),
            KnownValue(
                ({"a": 3, "b": 1},), (("b", "a"),), (1 + 3 / log2(3)) / (3 + 1 / log2(3)) if k > 1 else 1 / 3, "gains"
            ),
            KnownValue(
                ({"a": 2}, {}), (("b", "a"), ("a",)), 1 / log2(3) if k > 1 else 0.0, "a query without relevant items"
            ),
            KnownValue(({"a": 1},), (("b",),), 0.0, "not ranked"),
            KnownValue(({"a": 1},), (("a", "a"),), None, "an item twice"),
            KnownValue(({},), (("a",),), None, "nothing is relevant"),
            KnownValue((), (), None, "no rows"),
        ),
        averaging=(f"k={k}", "linear gain", "per query"),
        is_fraction=True,
    )


METRICS = tuple(_at(k) for k in (1, 3, 5, 10, 20, 50, 100))
