"""Sequence recovery over the positions of all sequences together."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def sequence_recovery_pooled(truth: Any, prediction: Any) -> float:
    """Share of equal letters among those of all rows; undefined where lengths differ."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if not all(isinstance(text, str) for text in (*truth, *prediction)):
        raise ValueError("rows of truth or prediction that are no text")
    pairs = list(zip(truth, prediction, strict=True))
    if any(len(one) != len(other) or not one for one, other in pairs):
        raise ValueError("a sequence is empty or not as long as that of the truth")
    right = sum(a == b for one, other in pairs for a, b in zip(one, other, strict=True))
    return float(right / sum(len(text) for text in truth))


METRIC = MetricSpec(
    metric_id="sequence_recovery_pooled",
    title="Sequence recovery (pooled)",
    aliases=("per-residue recovery", "residue recovery"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SEQUENCES,
    reference="formula",
    compute=sequence_recovery_pooled,
    known=(
        KnownValue(("ACDE", "AC"), ("ACDF", "AG"), 4 / 6, "3 of 4 and 1 of 2"),
        KnownValue(("ACDEFG",), ("CDEFGA",), 0.0, "moved by one"),
        KnownValue(("AAC", "CC", "D"), ("AAA", "CC", "E"), 4 / 6, "2 of 3, 2 of 2, 0 of 1"),
        KnownValue(("AACC", "C"), ("AAAC", "C"), 4 / 5, "3 of 4, 1 of 1"),
        KnownValue(("AC",), ("ACD",), None, "another length"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("pooled",),
    is_fraction=True,
    family="sequence_recovery",
)
