"""Where the blocks of one reading stand on the pages of the PDF: by the beginning and the end of their text."""

from bisect import bisect_right
from collections.abc import Sequence

from schemas.grounding import normalise
from schemas.paper import Block, Paper, Section

_KEY = 40
_SHORTEST = 12


def squeezed(text: str) -> str:
    """Letters and digits only, in lower case: what two readings of the same words share."""
    return "".join(c for c in normalise(text).casefold() if c.isalnum())


def placed(sections: Sequence[Section], pdf: Paper) -> tuple[Section, ...]:
    """The sections with page and box of their blocks; a block over two pages has the first, and no box."""
    pages = _Pages(pdf)
    return tuple(
        section.model_copy(update={"blocks": tuple(pages.place(block) for block in section.blocks)})
        for section in sections
    )


class _Pages:
    """The text of a PDF as one string, and the block that each position belongs to."""

    def __init__(self, pdf: Paper) -> None:
        self._blocks = [block for section in pdf.sections for block in section.blocks]
        self._starts: list[int] = []
        pieces, length = [], 0
        for block in self._blocks:
            self._starts.append(length)
            pieces.append(squeezed(block.text))
            length += len(pieces[-1])
        self._text = "".join(pieces)
        self._last = 0

    def place(self, block: Block) -> Block:
        """The block with its place, if it can be found."""
        text = squeezed(block.text)
        if len(text) < _SHORTEST:
            return block
        start = self._find(text[:_KEY])
        end = self._text.find(text[-_KEY:], max(start, 0))
        if start < 0 and end < 0:
            return block
        first = self._at(start if start >= 0 else end)
        last = self._at(end + min(_KEY, len(text)) - 1) if end >= 0 else first
        self._last = max(start, 0)
        box = first.box if first is last else None
        return block.model_copy(update={"page": first.page, "box": box})

    def _find(self, key: str) -> int:
        """The next place of a text in reading order, else its first: the same words may stand in the abstract."""
        after = self._text.find(key, self._last)
        return after if after >= 0 else self._text.find(key)

    def _at(self, position: int) -> Block:
        return self._blocks[bisect_right(self._starts, position) - 1]
