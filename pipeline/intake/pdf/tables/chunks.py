"""Chunks: the words of a line that belong to one cell, and the columns they cover."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.intake.pdf.tables.words import Word

_SPACE = 0.75
_EDGE = 1.5
_WORD_SPACE = 0.38
_LEAST_APART = 0.3
_SIGNS = {"=", "±", "≈", "<", ">", "≤", "≥", "×"}
_NUMBER = re.compile(r"[-−–+~<>]?[\d.,]*\d[\d.,]*(?:[%±].*)?")


@dataclass(frozen=True)
class Chunk:
    """Neighbouring words of one line, and the first and last column they stand in."""

    words: tuple[Word, ...]
    first: int
    last: int

    @property
    def x0(self) -> float:
        """Left edge."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right edge."""
        return max(word.x1 for word in self.words)

    @property
    def middle(self) -> float:
        """The height of its centre."""
        return sum(word.middle for word in self.words) / len(self.words)


def chunks_of(line: Sequence[Word], columns: Sequence[float]) -> Iterator[Chunk]:
    """The chunks of a line. `columns` are the n+1 column lines."""
    group: list[Word] = []
    for word in line:
        if group and word.x0 - group[-1].x1 > _SPACE * word.size:
            yield from _cut(group, columns)
            group = []
        group.append(word)
    if group:
        yield from _cut(group, columns)


def _cut(group: list[Word], columns: Sequence[float]) -> Iterator[Chunk]:
    """Cut a group at column lines that run between its words; where one runs through a word, it spans columns."""
    inner = [x for x in columns[1:-1] if group[0].x0 < x < max(word.x1 for word in group)]
    if any(_strikes(word, x) for word in group for x in inner):
        yield from _struck(group, columns)
        return
    part: list[Word] = []
    for word in group:
        if part and any(part[-1].x1 - _EDGE <= x <= word.x0 + _EDGE for x in inner) and _comes_apart(group, word):
            yield _chunk(part, columns)
            part = []
        part.append(word)
    yield _chunk(part, columns)


def _comes_apart(group: Sequence[Word], word: Word) -> bool:
    """False after a sign, and where the space before a word is that of the prose around it: a line runs through it."""
    at = group.index(word)
    if group[at - 1].text in _SIGNS:
        return False
    gap = word.x0 - group[at - 1].x1
    if gap > _WORD_SPACE * word.size or any(_NUMBER.fullmatch(w.text) for w in (group[at - 1], word)):
        return True
    others = sorted(b.x0 - a.x1 for i, (a, b) in enumerate(pairwise(group), 1) if i != at)
    return gap > (1.25 * others[len(others) // 2] if others else _LEAST_APART * word.size)


def _struck(group: list[Word], columns: Sequence[float]) -> Iterator[Chunk]:
    """Words under a column line: numbers and words set apart keep to the column they stand in, prose spans."""
    homes = [_home(word, columns) for word in group]
    is_apart = len(set(homes)) == len(group) and all(map(_is_wide, group, group[1:]))
    if not is_apart and sum(any(c.isdigit() for c in word.text) for word in group) * 2 <= len(group):
        yield _chunk(group, columns)
        return
    part: list[Word] = []
    for word in group:
        if (
            part
            and _home(part[-1], columns) != _home(word, columns)
            and (_is_wide(part[-1], word) or _is_new(part[-1], word))
        ):
            yield _chunk(part, columns, is_single=True)
            part = []
        part.append(word)
    yield _chunk(part, columns, is_single=len(part) == 1 or is_apart)


def _is_wide(before: Word, word: Word) -> bool:
    return word.x0 - before.x1 > 0.4 * word.size


def _is_new(before: Word, word: Word) -> bool:
    """True for a number after a number: `0.06±.01 0.17`, and not `0.06 ±` or `12 (3)`."""
    return before.text[-1].isdigit() and bool(re.match(r"[-−]?\d*\.?\d", word.text))


def _strikes(word: Word, x: float) -> bool:
    """True where a line runs through a word and not along its edge."""
    margin = min(0.2 * (word.x1 - word.x0), _EDGE)
    return word.x0 + margin < x < word.x1 - margin


def _home(word: Word, columns: Sequence[float]) -> int:
    middle = (word.x0 + word.x1) / 2
    return max((i for i in range(len(columns) - 1) if columns[i] <= middle), default=0)


def _chunk(words: list[Word], columns: Sequence[float], is_single: bool = False) -> Chunk:
    x0, x1 = words[0].x0, max(word.x1 for word in words)
    overlaps = [min(x1, right) - max(x0, left) for left, right in pairwise(columns)]
    best = max(range(len(overlaps)), key=lambda i: overlaps[i])
    struck = [i for i, share in enumerate(overlaps) if share > min(0.25 * (columns[i + 1] - columns[i]), 6)]
    if is_single or not struck:
        return Chunk(tuple(words), best, best)
    return Chunk(tuple(words), min(struck), max(struck))
