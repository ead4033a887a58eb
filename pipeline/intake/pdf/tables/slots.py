"""A grid under construction: chunks in slots, and the texts they make."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pipeline.intake.grids import is_number, text_at
from pipeline.intake.pdf.model import Layout, box_of
from pipeline.intake.pdf.tables.chunks import Chunk
from pipeline.intake.pdf.tables.words import Word
from pipeline.intake.texts import clean
from schemas.evidence import Box
from schemas.paper import Cell

Slot = tuple[int, int]


@dataclass
class Slots:
    """Chunks by row and first column, with the rows and columns that each slot spans."""

    chunks: dict[Slot, list[Chunk]] = field(default_factory=dict)
    spans: dict[Slot, Slot] = field(default_factory=dict)

    def add(self, row: int, chunk: Chunk) -> None:
        """Put a chunk where it starts."""
        self.chunks.setdefault((row, chunk.first), []).append(chunk)
        _, width = self.spans.get((row, chunk.first), (1, 1))
        self.spans[row, chunk.first] = (1, max(width, chunk.last - chunk.first + 1))


def text_in_slots(slots: Slots) -> Callable[[int, int], str]:
    """The text at a row and column, as far as the spans are known."""
    return text_at(list(cells_of(slots, None)))


def cells_of(slots: Slots, model: Layout | None) -> Iterator[Cell]:
    """The cells in reading order. Numbers that the layout model reads otherwise are disputed."""
    for (row, column), chunks in sorted(slots.chunks.items()):
        words = [word for chunk in sorted(chunks, key=lambda c: c.middle) for word in chunk.words]
        height, width = slots.spans[row, column]
        yield Cell(
            row=row,
            column=column,
            row_span=height,
            column_span=width,
            text=_joined(words),
            marks=" ".join(word.marks for word in words if word.marks),
            bold=_mostly(words, [word.is_bold for word in words]),
            italic=_mostly(words, [word.is_italic for word in words]),
            disputed=model is not None and (_differ(words, model) or _are_stacked(chunks)),
            box=_around(words),
        )


def _mostly(words: Sequence[Word], styled: Sequence[bool]) -> bool:
    """True where more than half of the characters are set so: the `±` between bold numbers often is not."""
    return 2 * sum(len(w.text) for w, is_so in zip(words, styled, strict=True) if is_so) > sum(
        len(w.text) for w in words
    )


def _joined(words: Sequence[Word]) -> str:
    """The words with spaces; a word broken at a hyphen over lines is whole again."""
    text = ""
    before: Word | None = None
    for word in words:
        breaks = before is not None and word.baseline - before.baseline > 0.5 * word.size
        if breaks and text.endswith("-") and word.text[:1].islower() and text[-2:-1].isalpha():
            text = text[:-1] + word.text
        else:
            text = f"{text} {word.text}" if text else word.text
        before = word
    return text


def _differ(words: Sequence[Word], model: Layout) -> bool:
    """True where the layout model's text of the cells below a number does not hold it character by character."""
    mine = "".join(word.reading for word in words)
    if not is_number(mine):
        return False
    box = _around(words)
    theirs = "".join(
        text
        for row, texts in enumerate(model["texts"])
        for column, text in enumerate(texts)
        if _crosses(box, model["columns"][column : column + 2], model["rows"][row : row + 2])
    )
    return _compacted(mine) not in _compacted(theirs)


def _are_stacked(chunks: Sequence[Chunk]) -> bool:
    """True for numbers below each other in one cell: of two rows, or of one. A bracket or ± goes on with a number."""
    texts = [" ".join(word.text for word in chunk.words) for chunk in sorted(chunks, key=lambda c: c.middle)]
    return len(texts) > 1 and all(is_number(text) and text[0] not in "(±[" for text in texts)


def _crosses(box: Box, columns: Sequence[float], rows: Sequence[float]) -> bool:
    return box.x1 > columns[0] and box.x0 < columns[1] and box.y1 > rows[0] and box.y0 < rows[1]


def _compacted(text: str) -> str:
    return "".join(clean(text).split())


def _around(words: Sequence[Word]) -> Box:
    return box_of(
        [min(w.x0 for w in words), min(w.y0 for w in words), max(w.x1 for w in words), max(w.y1 for w in words)]
    )
