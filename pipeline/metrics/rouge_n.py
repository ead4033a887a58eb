"""ROUGE-1 and ROUGE-2: overlap of single words and of pairs of words with the reference, as F1 (Lin, 2004)."""

from functools import partial
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def rouge_n(truth: Any, prediction: Any, n: int) -> float:
    """Mean over rows of the F1 of n-grams of lower-case words of a to z and 0 to 9, without stemming."""
    if len(truth) == 0:
        raise ValueError("no rows")
    if not all(isinstance(text, str) for text in (*truth, *prediction)):
        raise ValueError("rows of truth or prediction that are no text")
    import re
    from collections import Counter

    scores = []
    for pair in zip(truth, prediction, strict=True):
        words = [re.findall(r"[a-z0-9]+", text.lower()) for text in pair]
        mine, theirs = (Counter(zip(*(side[at:] for at in range(n)), strict=False)) for side in words)
        together = mine.total() + theirs.total()
        scores.append(2 * (mine & theirs).total() / together if together else 0.0)
    return float(sum(scores) / len(scores))


_TRUTH = ("The cat sat on the mat", "A dog barks")
_PREDICTION = ("the cat was on the mat.", "a dog and a cat")


def _of(n: int, *values: float) -> MetricSpec:
    return MetricSpec(
        metric_id=f"rouge_{n}",
        title=f"ROUGE-{n}",
        aliases=(f"ROUGE {n}", f"ROUGE-{n} F1", f"rouge{n}", f"ROUGE-{n} F"),
        direction=Direction.HIGHER,
        low=0.0,
        high=1.0,
        optimum=1.0,
        input_kind=InputKind.SEQUENCES,
        reference="formula",
        compute=partial(rouge_n, n=n),
        known=(
            KnownValue(
                _TRUTH, _PREDICTION, values[0], "5 of 6 and 6 words, 3 of 5 and 5 pairs; 2 of 3 and 5, 1 of 2 and 4"
            ),
            KnownValue(_TRUTH[:1], _PREDICTION[:1], values[1], "5 of 6 and 6 words, 3 of 5 and 5 pairs"),
            KnownValue(("a b b", "x"), ("b b b b", "y"), values[2], "words 2 of 3 and 4, pairs 1 of 2 and 3"),
            KnownValue(("a b c d",), ("b c",), values[3], "words 2 of 4 and 2, pairs 1 of 3 and 1"),
            KnownValue((), (), None, "no rows"),
        ),
        ambiguous=(f"R-{n}",),
        companions=("rouge_l", "rouge_1", "rouge_2"),
        averaging=("F1", "per row", "no stemming"),
        is_fraction=True,
    )


METRICS = (
    _of(1, (10 / 12 + 4 / 8) / 2, 10 / 12, 4 / 7 / 2, 4 / 6),
    _of(2, (6 / 10 + 2 / 6) / 2, 6 / 10, 2 / 5 / 2, 2 / 4),
)
