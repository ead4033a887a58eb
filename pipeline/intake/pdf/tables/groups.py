"""Labels in the header columns that stand for several rows."""

from collections.abc import Sequence

from pipeline.intake.grids import is_number
from pipeline.intake.pdf.tables.chunks import Chunk
from pipeline.intake.pdf.tables.slots import Slot, Slots, text_in_slots
from pipeline.intake.pdf.tables.spanning import groups_of


def span_rows(slots: Slots, body: range, left: int) -> None:
    """Labels in the header columns that stand for several rows."""
    middles = _row_middles(slots, body, left)
    if len(middles) != len(body):
        return
    for column in range(left):
        taken = [slot for slot in sorted(slots.chunks) if slot[1] == column and slot[0] in body]
        taken = [slot for slot in taken if slots.spans[slot][1] == 1]
        chunks = sorted((chunk for slot in taken for chunk in slots.chunks[slot]), key=lambda c: c.middle)
        if len(chunks) >= len(body):
            continue
        for labels in ([[chunk] for chunk in chunks], _stacked(chunks)):
            centres = [sum(c.middle for c in label) / len(label) for label in labels]
            groups = groups_of([middles[row] for row in body], centres)
            if groups:
                whole = [(body[a], _last_with_numbers(slots, range(body[a], body[b] + 1), left)) for a, b in groups]
                _regroup(slots, taken, labels, whole)
                break


def span_group_values(slots: Slots, body: range, left: int, n_columns: int) -> None:
    """Values next to the labels of groups, each in the middle of its group, stand for the rows of the group."""
    groups = [range(row, row + rows) for (row, column), (rows, _) in slots.spans.items() if column == 0 and rows > 2]
    middles = {row + (len(group) - 1) // 2: group for group in groups if len(group) % 2 for row in [group.start]}
    for column in range(left, n_columns):
        own = [row for row, c in slots.chunks if c == column and row in body]
        if not own or not set(own) <= set(middles):
            return
        for row in own:
            slots.chunks[middles[row].start, column] = slots.chunks.pop((row, column))
            del slots.spans[row, column]
            slots.spans[middles[row].start, column] = (len(middles[row]), 1)


def span_lone_values(slots: Slots, body: range, left: int, n_columns: int) -> None:
    """Values that stand alone in their rows, in a column of their own amid the others, are values of all columns."""
    for column in range(left + 1, n_columns - 1):
        rows = [row for row, c in slots.chunks if c == column and row in body]
        heads = [row for row, c in slots.chunks if c == column and row not in body]
        alone = all(not any(r == row and left <= c != column for r, c in slots.chunks) for row in rows)
        if rows and alone and all(slots.spans[row, column][1] > 1 for row in heads):
            for row in rows:
                _shift(slots, (row, column), left, n_columns - left)
            for row in heads:
                _shift(slots, (row, column), column + 1, slots.spans[row, column][1] - 1)


def _shift(slots: Slots, slot: Slot, column: int, width: int) -> None:
    slots.chunks[slot[0], column] = slots.chunks.pop(slot)
    del slots.spans[slot]
    slots.spans[slot[0], column] = (1, width)


def _last_with_numbers(slots: Slots, rows: range, left: int) -> int:
    """The last row of a group that has numbers like its first; a heading between rows belongs to no group."""
    at = text_in_slots(slots)
    n_columns = max(column for _, column in slots.chunks) + 1
    last = rows.start
    for row in rows[1:]:
        if not any(is_number(at(row, column)) for column in range(left, n_columns)):
            break
        last = row
    return last


def _row_middles(slots: Slots, body: range, left: int) -> dict[int, float]:
    """The heights of the rows' centres, by what stands right of the header columns."""
    found: dict[int, list[float]] = {}
    for (row, column), chunks in slots.chunks.items():
        if row in body and column >= left:
            found.setdefault(row, []).extend(chunk.middle for chunk in chunks)
    return {row: sum(values) / len(values) for row, values in found.items()}


def _stacked(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    """Lines of one label, set closely below each other."""
    labels: list[list[Chunk]] = []
    for chunk in chunks:
        if labels and chunk.middle - labels[-1][-1].middle < 1.45 * chunk.words[0].size:
            labels[-1].append(chunk)
        else:
            labels.append([chunk])
    return labels


def _regroup(slots: Slots, taken: Sequence[Slot], labels: Sequence[list[Chunk]], groups: Sequence[Slot]) -> None:
    column = taken[0][1]
    for slot in taken:
        del slots.chunks[slot], slots.spans[slot]
    for label, (first, last) in zip(labels, groups, strict=True):
        slots.chunks[first, column] = list(label)
        slots.spans[first, column] = (last - first + 1, 1)
