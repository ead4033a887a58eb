"""Normalised discounted cumulative gain of the whole ranking, with linear gains (Järvelin and Kekäläinen, 2002)."""

from math import log2
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def ndcg(truth: Any, prediction: Any) -> float:
    """Mean over queries of the sum of gain / log2(place + 1), over that of the best order."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if any(len(set(items)) < len(items) for items in prediction):
        raise ValueError("an item is ranked twice")
    from math import log2

    scores = []
    for gains, items in zip(truth, prediction, strict=True):
        best = sorted((gain for gain in gains.values() if gain > 0), reverse=True)
        if best:
            found = sum(max(gains.get(item, 0), 0) / log2(place + 2) for place, item in enumerate(items))
            scores.append(found / sum(gain / log2(place + 2) for place, gain in enumerate(best)))
    if not scores:
        raise ValueError("no query has a relevant item in the truth")
    return float(sum(scores) / len(scores))


METRIC = MetricSpec(
    metric_id="ndcg",
    title="NDCG",
    aliases=("normalized discounted cumulative gain", "normalised discounted cumulative gain"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.RANKINGS,
    reference="formula",
    compute=ndcg,
    known=(
        KnownValue(({"a": 3, "b": 1},), (("b", "a"),), 0.7967075809905066, "(1 + 3 / log2 3) / (3 + 1 / log2 3)"),
        KnownValue(
            ({"a": 1}, {"b": 1}),
            (("x", "y", "a"), ("x", "y", "z", "u", "v", "w", "b")),
            5 / 12,
            "places 3 and 7: (1/2 + 1/3) / 2",
        ),
        KnownValue(
            ({"a": 3, "b": 2, "c": 3, "e": 1, "f": 2},),
            (("a", "b", "c", "d", "e", "f"),),
            (3 + 2 / log2(3) + 3 / 2 + 1 / log2(6) + 2 / log2(7))
            / (3 + 3 / log2(3) + 2 / 2 + 2 / log2(5) + 1 / log2(6)),
            "gains 3 2 3 0 1 2, the worked example of the English Wikipedia: 6.861 of 7.141",
        ),
        KnownValue(({"a": 1}, {}), (("a",), ("b",)), 1.0, "a query without relevant items is left out"),
        KnownValue(({"a": 1},), (("b",),), 0.0, "not ranked"),
        KnownValue(({"a": 1},), (("a", "a"),), None, "an item twice"),
        KnownValue(({},), (("a",),), None, "nothing is relevant"),
        KnownValue(({"a": 1},), ((*(f"x{at}" for at in range(119)), "a"),), 1 / log2(121), "place 120"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("linear gain", "per query"),
    is_fraction=True,
)
