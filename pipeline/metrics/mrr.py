"""Mean reciprocal rank of the first relevant item."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def mrr(truth: Any, prediction: Any) -> float:
    """Mean over queries of 1 / place of the first relevant item, 0 where none is ranked."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if any(len(set(items)) < len(items) for items in prediction):
        raise ValueError("an item is ranked twice")
    scores = []
    for gains, items in zip(truth, prediction, strict=True):
        relevant = {item for item, gain in gains.items() if gain > 0}
        if relevant:
            places = [place for place, item in enumerate(items, start=1) if item in relevant]
            scores.append(1 / places[0] if places else 0.0)
    if not scores:
        raise ValueError("no query has a relevant item in the truth")
    return float(sum(scores) / len(scores))


METRIC = MetricSpec(
    metric_id="mrr",
    title="Mean reciprocal rank",
    aliases=("MRR", "reciprocal rank"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.RANKINGS,
    reference="formula",
    compute=mrr,
    known=(
        KnownValue(
            ({"cats": 1}, {"tori": 1}, {"viruses": 1}),
            (("catten", "cati", "cats"), ("torii", "tori", "toruses"), ("viruses", "virii", "viri")),
            11 / 18,
            "the worked example of the English Wikipedia: (1/3 + 1/2 + 1) / 3",
        ),
        KnownValue(({"a": 1, "b": 1}, {"c": 1}), (("x", "b", "a"), ("x", "y", "z")), 1 / 4, "places 2 and none"),
        KnownValue(
            ({"a": 1, "b": 0}, {}),
            (("b", "x", "a"), ("b",)),
            1 / 3,
            "gain 0 is not relevant; a query without relevant items is left out",
        ),
        KnownValue(({"a": 1},), (("a", "a"),), None, "an item twice"),
        KnownValue(({},), (("a",),), None, "nothing is relevant"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per query",),
    is_fraction=True,
)
