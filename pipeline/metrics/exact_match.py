"""Exact match: the share of rows whose text is the true one, letter for letter."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def exact_match(truth: Any, prediction: Any) -> float:
    """Share of equal texts; case and spaces count."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if not all(isinstance(text, str) for text in (*truth, *prediction)):
        raise ValueError("rows of truth or prediction that are no text")
    return float(sum(one == other for one, other in zip(truth, prediction, strict=True)) / len(truth))


METRIC = MetricSpec(
    metric_id="exact_match",
    title="Exact match",
    aliases=("EM", "exact match accuracy", "sequence accuracy", "exact-match rate"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SEQUENCES,
    reference="sklearn.metrics.accuracy_score",
    compute=exact_match,
    known=(
        KnownValue(("abc", "ab", "x"), ("abc", "AB", "x"), 2 / 3, "case counts"),
        KnownValue(("a b", "ab", "ba", "c"), ("a  b", "ba", "ab", "c"), 1 / 4, "spaces and order count"),
        KnownValue(("", "a"), ("", ""), 1 / 2, "an empty text"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row",),
    is_fraction=True,
    family="accuracy",
)
