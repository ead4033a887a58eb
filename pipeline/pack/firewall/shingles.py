"""Runs of thirteen words as hashes: they tell whether a text was copied without telling the text."""

import hashlib
from collections.abc import Iterable, Iterator

from pipeline.leakage.folding import WORD, fold, phrase_pattern

SIZE = 13
"""Words of a run. Thirteen is the length used in contamination studies of language models (GPT-3, appendix C)."""

_HEX = 16


def shingles(text: str, allowed: Iterable[str]) -> Iterator[tuple[int, str]]:
    """(offset, hash) of every run of thirteen words. Allowed phrases count as one word, so they make no run."""
    folded = _without(fold(text), allowed)
    found = [(match.start(), match.group()) for match in WORD.finditer(folded)]
    for at in range(len(found) - SIZE + 1):
        run = " ".join(word for _, word in found[at : at + SIZE])
        yield found[at][0], hashlib.sha256(run.encode()).hexdigest()[:_HEX]


def _without(folded: str, allowed: Iterable[str]) -> str:
    for phrase in allowed:
        tokens = WORD.findall(fold(phrase))
        if tokens:
            folded = phrase_pattern(tokens).sub(lambda match: "x" + " " * (len(match.group()) - 1), folded)
    return folded
