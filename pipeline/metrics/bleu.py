"""BLEU: clipped n-gram precision up to four words and a brevity penalty, over the corpus (Papineni et al., 2002)."""

from math import exp
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def bleu(truth: Any, prediction: Any) -> float:
    """Brevity penalty · geometric mean of the precisions of 1 to 4 words at blanks, one reference, 0 to 100.

    Without smoothing: a precision of 0 makes it 0. Undefined where no prediction has four words.
    """
    if len(truth) == 0:
        raise ValueError("no rows")
    if not all(isinstance(text, str) for text in (*truth, *prediction)):
        raise ValueError("rows of truth or prediction that are no text")
    from collections import Counter
    from math import exp, log

    right, given, lengths = [0] * 4, [0] * 4, [0, 0]
    for reference, text in zip(truth, prediction, strict=True):
        words = (reference.split(), text.split())
        lengths = [length + len(side) for length, side in zip(lengths, words, strict=True)]
        for n in range(4):
            mine, theirs = (Counter(zip(*(side[at:] for at in range(n + 1)), strict=False)) for side in words)
            right[n] += (mine & theirs).total()
            given[n] += theirs.total()
    if not given[3]:
        raise ValueError("no prediction has four words")
    if not all(right):
        return 0.0
    penalty = min(1.0, exp(1 - lengths[0] / lengths[1]))
    return float(100 * penalty * exp(sum(log(one / all_) for one, all_ in zip(right, given, strict=True)) / 4))


METRIC = MetricSpec(
    metric_id="bleu",
    title="BLEU",
    aliases=("BLEU-4", "BLEU4", "corpus BLEU", "SacreBLEU"),
    direction=Direction.HIGHER,
    low=0.0,
    high=100.0,
    optimum=100.0,
    input_kind=InputKind.SEQUENCES,
    reference="formula",
    compute=bleu,
    known=(
        KnownValue(
            ("a b c d e",),
            ("a b c d f",),
            100 * (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25,
            "precisions 4/5, 3/4, 2/3, 1/2",
        ),
        KnownValue(("a b c d e f", "g h"), ("a b c d", "g h"), 100 * exp(1 - 8 / 6), "all right, 6 words for 8"),
        KnownValue(
            ("a b c d e", "a a b"),
            ("a b c d e", "a b b b"),
            100 * (7 / 9 * 5 / 7 * 3 / 5 * 2 / 3) ** 0.25,
            "words 5 + 2 of 9, pairs 4 + 1 of 7, threes 3 of 5, fours 2 of 3",
        ),
        KnownValue(("a b c d",), ("d c b a",), 0.0, "no pair is right"),
        KnownValue(("a b c",), ("a b c",), None, "three words only"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("corpus", "one reference", "words at blanks", "no smoothing"),
)
