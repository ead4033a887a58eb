"""Quotes that stand in a paper must be found; the same quotes with one number or word changed must not."""

import random
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from schemas.paper import Paper

_NUMBER = re.compile(r"\d+")
_BRACKETS = re.compile(r"\[[\d\s,;–-]+\]")
_WORD = re.compile(r"[^\W\d_]{4,}")
_STRANGERS = ("zebra", "volcano", "harpsichord", "marmalade", "glacier")


@dataclass
class Grounding:
    """Quotes asked for and found, whole and changed, and the seconds it took."""

    quotes: int = 0
    found: int = 0
    changed: int = 0
    changed_found: int = 0
    seconds: float = 0.0
    lost: list[str] = field(default_factory=list)
    mistaken: list[str] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        """Quotes asked for per second, in papers whose index is made."""
        return (self.quotes + self.changed) / self.seconds if self.seconds else 0.0


def ground(paper: Paper, quotes: Iterable[str], total: Grounding) -> None:
    """Add the quotes of one paper."""
    choice = random.Random(0)
    paper.find("index")
    start = time.perf_counter()
    for quote in quotes:
        total.quotes += 1
        if paper.find(quote):
            total.found += 1
        else:
            total.lost.append(quote)
        for other in changed(quote, choice):
            total.changed += 1
            if paper.find(other):
                total.changed_found += 1
                total.mistaken.append(other)
    total.seconds += time.perf_counter() - start


def changed(quote: str, choice: random.Random) -> list[str]:
    """The quote with another number, with another word, and with a word less."""
    made = []
    if numbers := [found for found in _NUMBER.finditer(quote) if not _is_citation(quote, found)]:
        number = choice.choice(numbers)
        made.append(_replaced(quote, number, str(int(number.group()) + choice.randint(1, 9))))
    if words := list(_WORD.finditer(quote)):
        made.append(_replaced(quote, choice.choice(words), choice.choice(_STRANGERS)))
    if len(words) > 2:
        word = choice.choice(words[1:-1])
        made.append(" ".join(_replaced(quote, word, "").split()))
    return made


def _is_citation(quote: str, number: re.Match[str]) -> bool:
    """True for a number in brackets or raised behind a word: citation marks are no part of a paper's text."""
    brackets = _BRACKETS.finditer(quote)
    return quote[number.start() - 1 : number.start()].islower() or any(
        found.start() < number.start() < found.end() for found in brackets
    )


def _replaced(quote: str, found: re.Match[str], other: str) -> str:
    return quote[: found.start()] + other + quote[found.end() :]
