"""Word error rate: edits of words over all rows, divided by the words of the truth."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def word_error_rate(truth: Any, prediction: Any) -> float:
    """Fewest insertions, deletions and substitutions of words, summed, over the number of words in the truth."""
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

    total = sum(len(text.split()) for text in truth)
    if not total:
        raise ValueError("no words in the truth")
    return float(
        sum(distance(one.split(), other.split()) for one, other in zip(truth, prediction, strict=True)) / total
    )


METRIC = MetricSpec(
    metric_id="word_error_rate",
    title="Word error rate",
    aliases=("WER",),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.SEQUENCES,
    reference="formula",
    compute=word_error_rate,
    known=(
        KnownValue(("the cat sat", "on"), ("the cat sat down", "in"), 2 / 4, "1 and 1 edits, 4 words"),
        KnownValue(("a b c d e", "f"), ("a c d x e", "f"), 2 / 6, "a deletion and an insertion, 6 words"),
        KnownValue(("a",), ("b c d",), 3.0, "more edits than words"),
        KnownValue((" ",), ("a",), None, "nothing to read"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("pooled",),
)
