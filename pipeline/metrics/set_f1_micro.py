"""F1 of sets over all rows together."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def set_f1_micro(truth: Any, prediction: Any) -> float:
    """2 |both| / (|true| + |given|), summed over rows; 1 where all are empty."""
    if len(truth) == 0:
        raise ValueError("no rows")
    rows = [(set(one), set(other)) for one, other in zip(truth, prediction, strict=True)]
    both, together = sum(len(one & other) for one, other in rows), sum(len(one) + len(other) for one, other in rows)
    return float(2 * both / together) if together else 1.0


METRIC = MetricSpec(
    metric_id="set_f1_micro",
    title="Micro F1 of sets",
    aliases=("entity-level F1", "entity F1", "span F1", "micro F1 (sets)"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SETS,
    reference="formula",
    compute=set_f1_micro,
    known=(
        KnownValue(
            ({"a", "b"}, {"c"}, set()),
            ({"a", "x", "y"}, {"c"}, set()),
            2 * 2 / 7,
            "1 of 2 true and 3 given; 1 of 1 and 1; nothing of nothing",
        ),
        KnownValue(
            ({"a", "b", "c"}, {"d", "e"}), ({"a", "b"}, {"e", "f", "g", "h"}), 2 * 3 / 11, "2 of 3 and 2; 1 of 2 and 4"
        ),
        KnownValue(({"a"}, set()), (set(), {"b"}), 0.0, "a miss, and one too many"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("micro",),
    is_fraction=True,
    family="f1_micro",
)
