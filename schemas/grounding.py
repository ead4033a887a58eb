"""Finding a quote in a paper: normalise both sides the same way, then look for it as a whole.

A match never spans two blocks, so a sentence cannot be assembled from unrelated parts of a paper.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from schemas.evidence import Evidence, Place

if TYPE_CHECKING:
    from schemas.paper import Paper, Section

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
_MARKED = r"\[\d{1,3}(?:\s?[,;-]\s?\d{1,3})*\]"
_CITATION = re.compile(rf"\s?{_MARKED}(?:\s?[,-]?\s?{_MARKED})*")
_RAISED = re.compile(r"(?<=[a-z]{5})\d{1,3}(?:[,-]\d{1,3})*(?=[\s,.;:)]|$)")
_EMPHASIS = re.compile(r"(?<!\w)[_*]+(?=\w)|(?<=\w)[_*]+(?!\w)")
_SPACE_AT_MARK = re.compile(r"\s+(?=[,.;:)\]%])|(?<=[(\[])\s+")
_NUMBER_BEFORE = re.compile(r"\d\.?$")
_NUMBER_AFTER = re.compile(r"\.?\d")
_FEWEST = 20

Entry = tuple[str, str, Place]


def normalise(text: str) -> str:
    """Fold what typesetting changes and a reader does not see: ligatures, dashes, quotes, hyphenation, space."""
    folded = unicodedata.normalize("NFKC", text.translate(_FOLD)).translate(_FOLD)
    joined = _BROKEN_WORD.sub("", folded)
    return _SPACE_AT_MARK.sub("", _SPACE.sub(" ", joined)).strip()


def _squeezed(text: str) -> str:
    """A second key in which words broken as `multi- head` and hyphenated as `multi-head` read the same."""
    return _HYPHEN.sub("", text.replace(" ", "")).casefold()


def index_of(paper: "Paper") -> tuple[Entry, ...]:
    """Every stretch of text of a paper that a quote may come from, as (normalised, squeezed, place)."""
    texts = ((normalise(text), place) for text, place in _stretches(paper) if text.strip())
    return tuple((text, _squeezed(text), place) for text, place in texts)


def _stretches(paper: "Paper") -> Iterator[tuple[str, Place]]:
    yield paper.title, Place(section="Title", page=1 if paper.source.pages else None)
    for section in paper.sections:
        yield section.title, Place(section=section.path)
        for block in section.blocks:
            yield block.text, Place(section=section.path, page=block.page, box=block.box)
        yield from _continued(section)
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


def _continued(section: "Section") -> Iterator[tuple[str, Place]]:
    """What reads on from one stretch to the next: a title into its text, a block that ends with a colon."""
    texts = [block.text for block in section.blocks]
    places = [Place(section=section.path, page=block.page, box=block.box) for block in section.blocks]
    if texts and section.title:
        yield from ((f"{section.title}{mark} {texts[0]}", places[0]) for mark in ("", ":", "."))
    for index, (text, more) in enumerate(pairwise(texts)):
        if text.rstrip().endswith(":"):
            yield f"{text} {more}", places[index]


def find_in(index: tuple[Entry, ...], quote: str) -> tuple[Evidence, ...]:
    """The places of a quote; the evidence keeps the quote as it was asked for.

    Citation marks are no part of a paper's blocks, so a quote with `[12]` in it, with a number raised behind a word
    (`metric34`) or with the emphasis of Markdown is also looked for without.
    """
    wanted = normalise(quote)
    if not wanted:
        return ()
    return _find(index, quote, wanted) or _find(index, quote, _bare(wanted))


def _bare(wanted: str) -> str:
    bare = normalise(_RAISED.sub("", _EMPHASIS.sub("", _CITATION.sub("", wanted))))
    return bare if len(bare) >= _FEWEST and bare != wanted else ""


def _find(index: tuple[Entry, ...], quote: str, wanted: str) -> tuple[Evidence, ...]:
    if not wanted:
        return ()
    exact = _at([place for text, _, place in index if wanted in text and _stands_in(wanted, text)], quote)
    if exact or len(wanted) < _FEWEST:
        return exact
    key = _squeezed(wanted)
    return _at([place for _, text, place in index if key in text and _cuts_no_number(key, text)], quote)


def _at(places: Sequence[Place], quote: str) -> tuple[Evidence, ...]:
    """Evidence for each place once: a title that reads on into its text stands in the index twice."""
    return tuple(Evidence(quote=quote, place=place) for i, place in enumerate(places) if place not in places[:i])


def _cuts_no_number(key: str, text: str) -> bool:
    """True where the squeezed quote stands in the squeezed text and neither end lies inside a number."""
    start = text.find(key)
    while start >= 0:
        end = start + len(key)
        if not (_NUMBER_BEFORE.search(text[:start]) and key[0].isdigit()) and not (
            _NUMBER_AFTER.match(text, end) and key[-1].isdigit()
        ):
            return True
        start = text.find(key, start + 1)
    return False


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
