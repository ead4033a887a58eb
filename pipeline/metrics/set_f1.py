"""F1 of sets, averaged over rows."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def set_f1(truth: Any, prediction: Any) -> float:
    """Mean over rows of 2 |both| / (|true| + |given|); 1 where both are empty."""
    if len(truth) == 0:
        raise ValueError("no rows")
    rows = [(set(one), set(other)) for one, other in zip(truth, prediction, strict=True)]
    shares = [2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0 for one, other in rows]
    return float(sum(shares) / len(shares))


METRIC = MetricSpec(
    metric_id="set_f1",
    title="Set F1",
    aliases=("F1 (sets)", "set-based F1", "mean per-row F1"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SETS,
    reference="formula",
    compute=set_f1,
    known=(
        KnownValue(
            ({"a", "b"}, {"c"}, set()),
            ({"a", "x", "y"}, {"c"}, set()),
            (2 / 5 + 1 + 1) / 3,
            "1 of 2 true and 3 given; 1 of 1 and 1; nothing of nothing",
        ),
        KnownValue(
            ({"a", "b", "c"}, {"d", "e"}),
            ({"a", "b"}, {"e", "f", "g", "h"}),
            (4 / 5 + 2 / 6) / 2,
            "2 of 3 and 2; 1 of 2 and 4",
        ),
        KnownValue(({"a"}, set()), (set(), {"b"}), 0.0, "a miss, and one too many"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row",),
    is_fraction=True,
)
