"""Cleaning of running text, and cutting it into sentences."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable

ZERO_WIDTH = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u00ad"
_ZERO_WIDTH = re.compile(f"[{ZERO_WIDTH}]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_STYLED = re.compile("[\ufb00-\ufb06\U0001d400-\U0001d7ff]")  # ligatures; letters and digits of formulas
_SPACE = re.compile(r"\s+")
_EMPTY_BRACKETS = re.compile(r"\s*(?:\[[\s,;–—-]*\]|\([\s,;–—-]*\))")
_LONE_DASH = re.compile(r"\s+[–—-]+(?=[.,;:)](?:\s|$))")
_SPACE_BEFORE_MARK = re.compile(r"\s+([,.;:!?)\]])(?=\s|$)")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"”')\]]*\s+(?=[\"“'(\[]?[A-Z0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|cf|vs|Fig|Figs|Eq|Eqs|Ref|Refs|Dr|Prof|No|Nos|approx|resp|Tab|Sec|St|Inc|Ltd|Suppl|Supp"
    r"|Vol|pp|ca|sp|var|etc|al)|\b[A-Z])\.$"
)


def clean(text: str) -> str:
    """One line without control and zero-width characters, ligatures and mathematical alphabets, with single spaces."""
    bare = _CONTROL.sub("", _ZERO_WIDTH.sub("", text))
    return _SPACE.sub(" ", _STYLED.sub(_plain, bare)).strip()


def _plain(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", found.group())


def tidy(text: str) -> str:
    """Clean, and close the holes that dropped citation marks leave behind."""
    without = _LONE_DASH.sub("", _EMPTY_BRACKETS.sub("", clean(text)))
    return _SPACE_BEFORE_MARK.sub(r"\1", without)


def sentences(text: str) -> list[tuple[int, int]]:
    """The spans of the sentences of a text, in order and without gaps between words."""
    spans, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text[max(0, end.start() - 12) : end.start()]):
            spans.append((start, end.start()))
            start = end.end()
    spans.append((start, len(text)))
    return spans


def sentences_of(text: str) -> Callable[[int], str]:
    """What gives the sentence around a position of a text."""
    spans = sentences(text)
    ends = [end for _, end in spans]

    def at(position: int) -> str:
        start, end = spans[min(bisect_right(ends, position), len(spans) - 1)]
        return text[start:end].strip()

    return at
