"""Sequence recovery: the share of positions with the right residue, averaged over sequences."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def sequence_recovery(truth: Any, prediction: Any) -> float:
    """Mean over rows of the share of equal letters; undefined where lengths differ."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if not all(isinstance(text, str) for text in (*truth, *prediction)):
        raise ValueError("rows of truth or prediction that are no text")
    pairs = list(zip(truth, prediction, strict=True))
    if any(len(one) != len(other) or not one for one, other in pairs):
        raise ValueError("a sequence is empty or not as long as that of the truth")
    shares = [sum(a == b for a, b in zip(one, other, strict=True)) / len(one) for one, other in pairs]
    return float(sum(shares) / len(shares))


METRIC = MetricSpec(
    metric_id="sequence_recovery",
    title="Sequence recovery",
    aliases=(
        "native sequence recovery",
        "NSR",
        "amino acid recovery",
        "AAR",
        "sequence recovery rate",
    ),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SEQUENCES,
    reference="formula",
    compute=sequence_recovery,
    known=(
        KnownValue(("ACDE", "AC"), ("ACDF", "AG"), 5 / 8, "3 of 4 and 1 of 2"),
        KnownValue(("ACDEFG",), ("CDEFGA",), 0.0, "moved by one"),
        KnownValue(("AAC", "CC", "D"), ("AAA", "CC", "E"), (2 / 3 + 1 + 0) / 3, "2 of 3, 2 of 2, 0 of 1"),
        KnownValue(("AC",), ("ACD",), None, "another length"),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("Recovery",),
    companions=(
        "perplexity",
        "lddt",
        "tm_score",
        "rmsd",
    ),
    averaging=("per sequence",),
    is_fraction=True,
)
