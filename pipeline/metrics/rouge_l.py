"""ROUGE-L: the longest common subsequence of words with the reference, as F1 (Lin, 2004)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def rouge_l(truth: Any, prediction: Any) -> float:
    """Mean over rows of the F1 of the longest common subsequence of lower-case words, without stemming."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if not all(isinstance(text, str) for text in (*truth, *prediction)):
        raise ValueError("rows of truth or prediction that are no text")
    import re

    scores = []
    for pair in zip(truth, prediction, strict=True):
        one, other = (re.findall(r"[a-z0-9]+", text.lower()) for text in pair)
        above = [0] * (len(other) + 1)
        for word in one:
            line = [0]
            for column, found in enumerate(other):
                line.append(above[column] + 1 if word == found else max(above[column + 1], line[-1]))
            above = line
        scores.append(2 * above[-1] / (len(one) + len(other)) if one or other else 0.0)
    return float(sum(scores) / len(scores))


METRIC = MetricSpec(
    metric_id="rouge_l",
    title="ROUGE-L",
    aliases=("ROUGE L", "ROUGE-L F1", "rougeL", "ROUGE-L F"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.SEQUENCES,
    reference="formula",
    compute=rouge_l,
    known=(
        KnownValue(
            ("police killed the gunman",), ("police kill the gunman",), 3 / 4, "the example of Lin (2004), 3 of 4 words"
        ),
        KnownValue(
            ("police killed the gunman",), ("the gunman kill police",), 1 / 2, "the example of Lin (2004), 2 of 4 words"
        ),
        KnownValue(("A b c d", "x y"), ("a C b, d!", "y z x w"), (6 / 8 + 2 / 6) / 2, "3 of 4 and 4; 1 of 2 and 4"),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("R-L",),
    companions=("rouge_1", "rouge_2"),
    averaging=("F1", "per row", "no stemming"),
    is_fraction=True,
)
