"""Rows that are only a part of a label: lines set closely together, with one row of numbers between them."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from pipeline.intake.grids import is_number
from pipeline.intake.pdf.tables.slots import Slots, text_in_slots

Texts = Callable[[int, int], str]

_TIGHT = 0.85
_CLOSE = 0.95
_OPEN = re.compile(r"(?:[+&,/]|\b(?:and|or|of|with|for|the|by))$")


def unwrapped(slots: Slots, body: range, rules: Sequence[Sequence[float]]) -> None:
    """Put the lines of a wrapped label into one row, below or above the line that has the numbers.

    Lines with a rule between them are rows apart.
    """
    tops, bottoms = _edges(slots)
    rows = [row for row in body if row in tops]
    heights = sorted(rule[1] for rule in rules)
    pairs = list(pairwise(rows))
    if len(pairs) < 3:
        return
    steps = {below: tops[below] - bottoms[above] for above, below in pairs}
    usual = sorted(steps.values())[len(steps) // 2]
    at = text_in_slots(slots)
    for above, below in reversed(pairs):
        goes_on = at(below, 0)[:1].islower() or at(below, 0)[:1] == "("
        is_open = _columns(slots, above) == {0} and bool(_OPEN.search(at(above, 0)))
        if not is_open and steps[below] >= (_CLOSE if goes_on else _TIGHT) * usual:
            continue
        if any(bottoms[above] < y < tops[below] for y in heights):
            continue
        if _is_rest(slots, at, above, below):
            _move(slots, below, above)
        elif _is_start(slots, at, above, below):
            _move(slots, above, below)


def _is_rest(slots: Slots, at: Texts, above: int, below: int) -> bool:
    """True for a row that fills no cell which is empty above it, and neither holds a number nor goes on one."""
    own = _columns(slots, below)
    return own < _columns(slots, above) and not any(is_number(at(row, c)) for row in (above, below) for c in own)


def _is_start(slots: Slots, at: Texts, above: int, below: int) -> bool:
    """True for a row that is only a label, and the label goes on in the middle of a sentence below."""
    return _columns(slots, above) == {0} and at(below, 0)[:1].islower() and at(above, 0)[:1].isupper()


def _columns(slots: Slots, row: int) -> set[int]:
    return {column for r, column in slots.chunks if r == row}


def _edges(slots: Slots) -> tuple[Mapping[int, float], Mapping[int, float]]:
    """The heights of the first and of the last line of each row."""
    middles: dict[int, list[float]] = {}
    for (row, _), chunks in slots.chunks.items():
        middles.setdefault(row, []).extend(chunk.middle for chunk in chunks)
    return {row: min(m) for row, m in middles.items()}, {row: max(m) for row, m in middles.items()}


def _move(slots: Slots, row: int, into: int) -> None:
    for column in _columns(slots, row):
        slots.chunks[into, column].extend(slots.chunks.pop((row, column)))
        height, width = slots.spans[into, column]
        slots.spans[into, column] = (height, max(width, slots.spans.pop((row, column))[1]))
