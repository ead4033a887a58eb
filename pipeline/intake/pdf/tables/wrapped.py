"""Rows that are only the rest of a label: lines set closely under the row above, with nothing of their own."""

from collections.abc import Mapping, Sequence

from pipeline.intake.grids import is_number
from pipeline.intake.pdf.tables.slots import Slots, text_in_slots

_TIGHT = 0.8


def unwrapped(slots: Slots, body: range) -> None:
    """Put the rest of a wrapped label into the row above: it fills no cell that is empty there, and no number."""
    tops, bottoms = _edges(slots)
    rows = [row for row in body if row in tops]
    steps = [tops[b] - bottoms[a] for a, b in zip(rows, rows[1:], strict=False)]
    if len(steps) < 3:
        return
    usual = sorted(steps)[len(steps) // 2]
    at = text_in_slots(slots)
    for above, row in reversed(list(zip(rows, rows[1:], strict=False))):
        own, upper = _columns(slots, row), _columns(slots, above)
        is_rest = own < upper and not any(is_number(at(row, column)) for column in own)
        if is_rest and tops[row] - bottoms[above] < _TIGHT * usual:
            _move(slots, row, above, own)


def _columns(slots: Slots, row: int) -> set[int]:
    return {column for r, column in slots.chunks if r == row}


def _edges(slots: Slots) -> tuple[Mapping[int, float], Mapping[int, float]]:
    """The heights of the first and of the last line of each row."""
    middles: dict[int, list[float]] = {}
    for (row, _), chunks in slots.chunks.items():
        middles.setdefault(row, []).extend(chunk.middle for chunk in chunks)
    return {row: min(m) for row, m in middles.items()}, {row: max(m) for row, m in middles.items()}


def _move(slots: Slots, row: int, above: int, columns: Sequence[int] | set[int]) -> None:
    for column in columns:
        slots.chunks[above, column].extend(slots.chunks.pop((row, column)))
        height, width = slots.spans[above, column]
        slots.spans[above, column] = (height, max(width, slots.spans.pop((row, column))[1]))
