"""Edit distance over the length of the longer text, averaged over rows."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def normalised_edit_distance(truth: Any, prediction: Any) -> float:
    """Mean over rows of edits / longer length; 0 where both are empty."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if not all(isinstance(text, str) for text in (*truth, *prediction)):
        raise ValueError("rows of truth or prediction that are no text")

    def distance(one: Any, other: Any) -> int:
        """Fewest insertions, deletions and substitutions (Levenshtein, 1966)."""
        above = list(range(len(other) + 1))
        for row, item in enumerate(one, start=1):
            line = [row]
            for column, found in enumerate(other, start=1):
                line.append(min(above[column] + 1, line[-1] + 1, above[column - 1] + (item != found)))
            above = line
        return above[-1]

    pairs = list(zip(truth, prediction, strict=True))
    return float(sum(distance(one, other) / max(len(one), len(other), 1) for one, other in pairs) / len(pairs))


METRIC = MetricSpec(
    metric_id="normalised_edit_distance",
    title="Normalised edit distance",
    aliases=("normalized edit distance", "NED", "normalized Levenshtein distance", "normalised Levenshtein distance"),
    direction=Direction.LOWER,
    low=0.0,
    high=1.0,
    optimum=0.0,
    input_kind=InputKind.SEQUENCES,
    reference="formula",
    compute=normalised_edit_distance,
    known=(
        KnownValue(("kitten",), ("sitting",), 3 / 7, "3 edits, 7 letters"),
        KnownValue(("intention", "abc"), ("execution", "acb"), (5 / 9 + 2 / 3) / 2, "5 of 9 and 2 of 3"),
        KnownValue(("", "ab", "abcd"), ("xyz", "ab", "a"), (1 + 0 + 3 / 4) / 3, "3 of 3, 0 of 2, 3 of 4"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row", "longer length"),
)
