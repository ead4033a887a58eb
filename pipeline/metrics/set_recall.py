"""Recall of sets: the share of what is true that is given, averaged over rows."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def set_recall(truth: Any, prediction: Any) -> float:
    """Mean over rows of |both| / |true|; nothing true is 1 where nothing is given, else 0."""
    if len(truth) == 0:
        raise ValueError("no rows")
    rows = [(set(one), set(other)) for one, other in zip(truth, prediction, strict=True)]
    shares = [len(one & other) / len(one) if one else float(not other) for one, other in rows]
    return float(sum(shares) / len(shares))


METRIC = MetricSpec(
    metric_id="set_recall",
    title="Set recall",
    aliases=("recall (sets)", "example-based recall", "samples recall"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SETS,
    reference="formula",
    compute=set_recall,
    known=(
        KnownValue(
            ({"a", "b"}, {"c"}, set()),
            ({"a", "x", "y"}, {"c"}, set()),
            (1 / 2 + 1 + 1) / 3,
            "1 of 2 true and 3 given; 1 of 1 and 1; nothing of nothing",
        ),
        KnownValue(
            ({"a", "b", "c"}, {"d", "e"}),
            ({"a", "b"}, {"e", "f", "g", "h"}),
            (2 / 3 + 1 / 2) / 2,
            "2 of 3 and 2; 1 of 2 and 4",
        ),
        KnownValue(({"a"}, set()), (set(), {"b"}), 0.0, "a miss, and one too many"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row",),
    is_fraction=True,
)
