"""Edit distance: the fewest insertions, deletions and substitutions between two texts (Levenshtein, 1966)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def edit_distance(truth: Any, prediction: Any) -> float:
    """Mean over rows of the number of edits of single letters."""
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

    return float(sum(distance(one, other) for one, other in zip(truth, prediction, strict=True)) / len(truth))


METRIC = MetricSpec(
    metric_id="edit_distance",
    title="Edit distance",
    aliases=("Levenshtein distance", "mean edit distance", "Levenshtein"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.SEQUENCES,
    reference="formula",
    compute=edit_distance,
    known=(
        KnownValue(("kitten",), ("sitting",), 3.0, "the textbook example"),
        KnownValue(("intention", "abc"), ("execution", "acb"), 3.5, "5 (Jurafsky and Martin, chapter 2) and 2"),
        KnownValue(("", "ab"), ("xyz", "ab"), 1.5, "3 insertions, nothing"),
        KnownValue(("abcdef",), ("bcdefa",), 2.0, "moved by one"),
        KnownValue(("AB c", "x", "yz"), ("abc", "x", "y"), 4 / 3, "case and blanks count: 3; 0; 1"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per row",),
)
