"""Finding a quote in a paper: normalise both sides the same way, then look for it as a whole.

A match never spans two blocks, so a sentence cannot be assembled from unrelated parts of a paper.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from schemas.evidence import Evidence, Place

if TYPE_CHECKING:
    from schemas.paper import Paper

_FOLD = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", None),
    }
)
_BROKEN_WORD = re.compile(r"(?<=\w)-\s+(?=[a-z])")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_SPACE = re.compile(r"\s+")
_CITATION = re.compile(r"\s?\[\d{1,3}(?:\s?[,-]\s?\d{1,3})*\]")
_SPACE_AT_MARK = re.compile(r"\s+(?=[,.;:)\]%])|(?<=[(\[])\s+")

Entry = tuple[str, str, Place]


def normalise(text: str) -> str:
    """Fold what typesetting changes and a reader does not see: ligatures, dashes, quotes, hyphenation, space."""
    folded = unicodedata.normalize("NFKC", text.translate(_FOLD)).translate(_FOLD)
    joined = _BROKEN_WORD.sub("", folded)
    return _SPACE_AT_MARK.sub("", _SPACE.sub(" ", joined)).strip()


def _joined(text: str) -> str:
    """A second key in which words broken as `multi- head` and hyphenated as `multi-head` read the same."""
    return _HYPHEN.sub("", text.replace(" ", "")).casefold()


def index_of(paper: "Paper") -> tuple[Entry, ...]:
    """Every stretch of text of a paper that a quote may come from, as (normalised, original, place)."""
    return tuple((normalise(text), text, place) for text, place in _stretches(paper) if text.strip())


def _stretches(paper: "Paper") -> Iterator[tuple[str, Place]]:
    yield paper.title, Place(section="Title", page=1 if paper.source.pages else None)
    for section in paper.sections:
        yield section.title, Place(section=section.path)
        for block in section.blocks:
            yield block.text, Place(section=section.path, page=block.page, box=block.box)
    for figure in paper.figures:
        yield (
            figure.caption,
            Place(figure=figure.label, section=figure.section, page=figure.page, box=figure.box),
        )
    for table in paper.tables:
        yield table.caption, table.place()
        yield table.notes, table.place()
        for cell in table.cells:
            yield cell.text, table.place(cell.row, cell.column)


def find_in(index: tuple[Entry, ...], quote: str) -> tuple[Evidence, ...]:
    """The places of a quote; the evidence keeps the quote as it was asked for.

    Citation marks are no part of a paper's blocks, so a quote with `[12]` in it is also looked for without.
    """
    wanted = normalise(quote)
    if not wanted:
        return ()
    return _find(index, quote, wanted) or _find(index, quote, _without_citations(wanted))


def _without_citations(wanted: str) -> str:
    bare = normalise(_CITATION.sub("", wanted))
    return bare if len(bare) >= 20 else ""


def _find(index: tuple[Entry, ...], quote: str, wanted: str) -> tuple[Evidence, ...]:
    if not wanted:
        return ()
    exact = tuple(Evidence(quote=quote, place=place) for text, _, place in index if _stands_in(wanted, text))
    if exact or len(wanted) < 20:
        return exact
    squeezed = _joined(wanted)
    return tuple(Evidence(quote=quote, place=place) for text, _, place in index if _cuts_no_number(squeezed, text))


def _cuts_no_number(squeezed: str, text: str) -> bool:
    """True where the squeezed quote stands in the squeezed text and neither end lies inside a number."""
    joined = _joined(text)
    start = joined.find(squeezed)
    if start < 0:
        return False
    around = (joined[start - 1 : start], joined[start + len(squeezed) : start + len(squeezed) + 1])
    inner = (squeezed[0], squeezed[-1])
    return not any(edge.isdigit() and (out.isdigit() or out == ".") for edge, out in zip(inner, around, strict=True))


def _stands_in(wanted: str, text: str) -> bool:
    """True where the quote starts and ends at word and number borders, so `0.3` is not found in `10.36`."""
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if _is_border(text, start, wanted[0]) and _is_border(text, end, wanted[-1]):
            return True
        start = text.find(wanted, start + 1)
    return False


def _is_border(text: str, at: int, inner: str) -> bool:
    """A border between words: one side is no word character, and no number is cut at its point."""
    if at in (0, len(text)) or not inner.isalnum():
        return True
    before, after = text[at - 1], text[at]
    if before.isalnum() and after.isalnum():
        return False
    cuts_fraction = before in ".," and after.isdigit() and at >= 2 and text[at - 2].isdigit()
    cuts_whole = before.isdigit() and after in ".," and at + 1 < len(text) and text[at + 1].isdigit()
    return not (cuts_fraction or cuts_whole)
