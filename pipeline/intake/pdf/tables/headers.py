"""Header rows of a table, and headings that stand over several columns."""

from collections.abc import Sequence

from pipeline.intake.grids import header_rows, is_number
from pipeline.intake.pdf.model import Layout
from pipeline.intake.pdf.tables.chunks import Chunk
from pipeline.intake.pdf.tables.crop import full_rules
from pipeline.intake.pdf.tables.slots import Slots, text_in_slots
from pipeline.intake.pdf.tables.spanning import centred_groups, centred_range
from pipeline.intake.pdf.tables.words import Word

_ALIGNED = 2.5
_UNBROKEN = 1.0
_MOST_HEADERS = 5


def count_header_rows(slots: Slots, raw: Layout, n_rows: int, n_columns: int) -> int:
    """Rows above the first rule inside the table where they are not numbers, else those before the first numbers."""
    at = text_in_slots(slots)
    counted = header_rows(at, n_rows, n_columns)
    ruled = _rows_above_rule(slots, raw, n_rows)
    if ruled and not any(is_number(at(row, column)) for row in range(1, ruled) for column in range(1, n_columns)):
        return ruled
    return counted


def _rows_above_rule(slots: Slots, raw: Layout, n_rows: int) -> int | None:
    """How many rows stand above the first full rule that has text on both sides; rules in pieces often part headers."""
    bottoms = [0.0] * n_rows
    for (row, _), chunks in slots.chunks.items():
        bottoms[row] = max(bottoms[row], *(word.baseline for chunk in chunks for word in chunk.words))
    for y in (*full_rules(raw, _UNBROKEN), *full_rules(raw)):
        above = max((row + 1 for row, bottom in enumerate(bottoms) if 0 < bottom < y), default=0)
        if 0 < above < min(n_rows, _MOST_HEADERS + 1):
            return above
    return None


def close_columns(slots: Slots, top: int, n_columns: int) -> None:
    """Put headers over their values where a column line runs between them: centred heads over names set to the left."""
    for column in range(n_columns - 1):
        for values, heads in ((column, column + 1), (column + 1, column)):
            above = [row for row, c in slots.chunks if c == heads and row < top and slots.spans[row, c][1] == 1]
            below = any(c == heads and row >= top for row, c in slots.chunks)
            headed = any(c == values and row < top and slots.spans[row, c][1] == 1 for row, c in slots.chunks)
            filled = any(c == values and row >= top for row, c in slots.chunks)
            if above and filled and not below and not headed:
                for row in above:
                    slots.chunks[row, values] = slots.chunks.pop((row, heads))
                    slots.spans[row, values] = slots.spans.pop((row, heads))


def part_headers(slots: Slots, rules: Sequence[Sequence[float]], columns: Sequence[float], top: int) -> None:
    """Give narrow columns the headers that a line of words ran over: one word for each, set as its values are."""
    extents = _extents(slots, columns, top + 1)
    for row, column in [slot for slot in slots.chunks if slot[0] < top and slots.spans[slot][1] > 1]:
        chunks, width = slots.chunks[row, column], slots.spans[row, column][1]
        words = chunks[0].words
        under = extents[column : column + width]
        if len(chunks) > 1 or len(words) != width or _ruled(chunks[0], rules, extents) or not _fits(words, under):
            continue
        del slots.chunks[row, column], slots.spans[row, column]
        for index, word in enumerate(words):
            slots.add(row, Chunk((word,), column + index, column + index))


def _fits(words: Sequence[Word], columns: Sequence[tuple[float, float]]) -> bool:
    """True where each word is aligned with its column: all by their left, their middle or their right."""
    lefts = [abs(word.x0 - x0) for word, (x0, _) in zip(words, columns, strict=True)]
    rights = [abs(word.x1 - x1) for word, (_, x1) in zip(words, columns, strict=True)]
    middles = [abs(word.x0 + word.x1 - x0 - x1) / 2 for word, (x0, x1) in zip(words, columns, strict=True)]
    return any(max(distances) < _ALIGNED for distances in (lefts, rights, middles))


def span_headers(slots: Slots, rules: Sequence[Sequence[float]], columns: Sequence[float], top: int) -> None:
    """Headings over several columns: as far as the rule below them, else as far as they are centred over."""
    extents = _extents(slots, columns, top)
    for row in range(top - 1):
        cores = [range(c, c + slots.spans[r, c][1]) for r, c in sorted(slots.chunks) if r == row]
        lowest = [max(slots.chunks[row, core.start], key=lambda chunk: chunk.middle) for core in cores]
        own = _spanning_rules(rules, lowest)
        ruled = [_ruled(chunk, own, extents) for chunk in lowest]
        is_ruled = all(span for span, core in zip(ruled, cores, strict=True) if core.start)
        wanted = (None if is_ruled else _shared_out(slots, row, cores, extents)) or [
            span or _centred(slots.chunks[row, core.start][0], core, _free(cores, index, len(extents)), extents)
            for index, (core, span) in enumerate(zip(cores, ruled, strict=True))
        ]
        moved = [slots.chunks.pop((row, core.start)) for core in cores]
        for core in cores:
            del slots.spans[row, core.start]
        for chunks, span in zip(moved, wanted, strict=True):
            slots.chunks.setdefault((row, span.start), []).extend(chunks)
            slots.spans[row, span.start] = (1, len(span))


def _spanning_rules(rules: Sequence[Sequence[float]], chunks: Sequence[Chunk]) -> list[Sequence[float]]:
    """The rules that one heading of a row stands over: a longer one divides rows."""
    middles = [(chunk.x0 + chunk.x1) / 2 for chunk in chunks]
    return [rule for rule in rules if sum(rule[0] - 3 <= middle <= rule[2] + 3 for middle in middles) == 1]


def _shared_out(
    slots: Slots, row: int, cores: Sequence[range], extents: Sequence[tuple[float, float]]
) -> list[range] | None:
    """Headings that together cover all columns but the first, each centred over its own."""
    named = [core for core in cores if core.start == 0 and len(core) == 1]
    rest = cores[len(named) :]
    first = 1
    chunks = [slots.chunks[row, core.start][0] for core in rest]
    centres = [(chunk.x0 + chunk.x1) / 2 for chunk in chunks]
    middles = [(left + right) / 2 for left, right in extents[first:]]
    if not rest or rest[0].start < first or len(centres) >= len(middles):
        return None
    groups = centred_groups(middles, centres)
    return [*named, *(range(first + a, first + b + 1) for a, b in groups)] if groups else None


def _free(cores: Sequence[range], index: int, n_columns: int) -> range:
    """The columns around a heading up to its neighbours; the first column names rows and is nobody else's."""
    start = cores[index - 1].stop if index else min(1, cores[index].start)
    stop = cores[index + 1].start if index + 1 < len(cores) else n_columns
    return range(min(start, cores[index].start), max(stop, cores[index].stop))


def _centred(chunk: Chunk, core: range, free: range, extents: Sequence[tuple[float, float]]) -> range:
    return centred_range((chunk.x0, chunk.x1), extents, free, core) if core.start else core


def _ruled(chunk: Chunk, rules: Sequence[Sequence[float]], extents: Sequence[tuple[float, float]]) -> range | None:
    """The columns over the short rule just below a heading."""
    total = extents[-1][1] - extents[0][0]
    baseline = chunk.words[0].baseline
    for x0, y0, x1, _ in rules:
        is_below = 0 < y0 - baseline < 1.2 * chunk.words[0].size
        if is_below and x1 - x0 < 0.8 * total and x0 - 3 <= (chunk.x0 + chunk.x1) / 2 <= x1 + 3:
            under = [i for i, (left, right) in enumerate(extents) if x0 - 2 <= (left + right) / 2 <= x1 + 2]
            if under:
                return range(under[0], under[-1] + 1)
    return None


def _extents(slots: Slots, columns: Sequence[float], top: int) -> list[tuple[float, float]]:
    """The left and right edges of what is printed below the first header row in each column."""
    edges = [(columns[i], columns[i + 1]) for i in range(len(columns) - 1)]
    for column in range(len(edges)):
        chunks = [
            c
            for (row, _), found in slots.chunks.items()
            for c in found
            if row >= top - 1 and c.first == c.last == column
        ]
        if chunks:
            edges[column] = (min(c.x0 for c in chunks), max(c.x1 for c in chunks))
    return edges
