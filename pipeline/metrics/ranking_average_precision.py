"""Mean average precision of rankings: the precision at each relevant item, averaged."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def ranking_average_precision(truth: Any, prediction: Any) -> float:
    """Mean over queries of the sum of the precision at each relevant item found, over the number of relevant items."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if any(len(set(items)) < len(items) for items in prediction):
        raise ValueError("an item is ranked twice")
    scores = []
    for gains, items in zip(truth, prediction, strict=True):
        relevant = {item for item, gain in gains.items() if gain > 0}
        if relevant:
            places = [place for place, item in enumerate(items, start=1) if item in relevant]
            scores.append(sum(number / place for number, place in enumerate(places, start=1)) / len(relevant))
    if not scores:
        raise ValueError("no query has a relevant item in the truth")
    return float(sum(scores) / len(scores))


METRIC = MetricSpec(
    metric_id="ranking_average_precision",
    title="Mean average precision of rankings",
    aliases=("MAP (retrieval)", "retrieval MAP", "MAP (ranking)"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.RANKINGS,
    reference="formula",
    compute=ranking_average_precision,
    known=(
        KnownValue(({"a": 1, "b": 1},), (("a", "x", "b"),), (1 + 2 / 3) / 2, "places 1 and 3"),
        KnownValue(
            ({"a": 1, "b": 1, "c": 1}, {"c": 1}),
            (("x", "b", "a"), ("x", "y", "z", "c")),
            ((1 / 2 + 2 / 3) / 3 + 1 / 4) / 2,
            "places 2 and 3 of three; 4",
        ),
        KnownValue(
            ({"a": 1, "b": 0}, {}),
            (("b", "x", "a"), ("b",)),
            1 / 3,
            "gain 0 is not relevant; a query without relevant items is left out",
        ),
        KnownValue(({"a": 1},), (("b",),), 0.0, "not ranked"),
        KnownValue(({"a": 1},), (("a", "a"),), None, "an item twice"),
        KnownValue(({},), (("a",),), None, "nothing is relevant"),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("mAP", "MAP"),
    companions=(
        "ndcg",
        *(f"{name}_at_{k}" for name in ("ndcg", "precision", "recall", "hits") for k in (1, 3, 5, 10, 20)),
        "mrr",
    ),
    averaging=("per query",),
    is_fraction=True,
    family="detection_average_precision",
)
