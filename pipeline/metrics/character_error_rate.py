"""Character error rate: edits of letters over all rows, divided by the letters of the truth."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def character_error_rate(truth: Any, prediction: Any) -> float:
    """Fewest insertions, deletions and substitutions of letters, summed, over the number of letters in the truth."""
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

    total = sum(len(text) for text in truth)
    if not total:
        raise ValueError("no letters in the truth")
    return float(sum(distance(one, other) for one, other in zip(truth, prediction, strict=True)) / total)


METRIC = MetricSpec(
    metric_id="character_error_rate",
    title="Character error rate",
    aliases=("CER",),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.SEQUENCES,
    reference="formula",
    compute=character_error_rate,
    known=(
        KnownValue(("kitten", "ab"), ("sitting", "ab"), 3 / 8, "3 edits, 8 letters"),
        KnownValue(("a b", "abc"), ("ab", "acbd"), 3 / 6, "1 and 2 edits, 6 letters"),
        KnownValue(("a",), ("bcd",), 3.0, "more edits than letters"),
        KnownValue(("",), ("a",), None, "nothing to read"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("pooled",),
)
