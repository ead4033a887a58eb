"""How papers write the name of a metric: what is folded away, and what counts as a unit."""

import re
import unicodedata

_ARROWS = re.compile(r"[\u2190-\u21ff\u2b05-\u2b0d\u25b2\u25b4\u25bc\u25be]")
_BRACKETS = re.compile(r"[(\[{]([^()\[\]{}]*)[)\]}]")
_TAIL = re.compile(r"\s*(?:[,/]|(?=±))\s*(?P<listed>[^,]+)$|\s+in\s+(?P<spoken>\S.*)$")
_SCORE = re.compile(r"(?<=\w{2})scores?$")
_MARKS = re.compile(r"[\s*†‡§¶#:.,;]+$")
_PREFIX = "(?:[fpnuμmcdkMGT]|)"
_SYMBOL = (
    "(?:eV|K|Pa|J|cal|mol|m|s|g|V|A|W|Hz|bar|N|L|l|b|D|Å|°C|°|℃|h|min|hr|hrs|day|days|atom|cell|years?|months?|px|"
    "pixels?|deg|mmHg|ppm|ppb|dB|bits?|nats?|a\\.u\\.|au|Ha|USD|[mμn]M|M[Ww]|log|10)"
)
_UNIT = re.compile(rf"{_PREFIX}{_SYMBOL}[-\u2212]?\d?")
_BETWEEN_UNITS = re.compile(r"[\s/·⋅*×^]+")
_WORDS = {"%", "mean", "avg", "average", "std", "sd", "s.d.", "sem", "±", "+-", "ci", "95%", "better", "is", "higher"}
_WORDS |= {"lower", "the"}


def fold(text: str) -> str:
    """The letters and digits of a name without case, accents of typesetting, or a final "score"."""
    plain = unicodedata.normalize("NFKC", _ARROWS.sub("", text)).casefold()
    letters = "".join(char for char in plain if char.isalnum())
    return _SCORE.sub("", letters)


def bare(text: str) -> str:
    """A name in its own case, without arrows, units in brackets and trailing marks."""
    return _MARKS.sub("", split_additions(_ARROWS.sub("", text))[0].replace("%", "").strip())


def without_units(text: str) -> str:
    """A name without the brackets that hold a unit; other brackets, such as `F1 (macro)`, are part of it."""
    return _BRACKETS.sub(lambda found: " " if is_unit(found[1]) else found[0], text)


def split_additions(text: str) -> tuple[str, tuple[str, ...]]:
    """A name, and what stands in brackets, after a comma or slash, or after "in"."""
    additions = tuple(_BRACKETS.findall(text))
    name = _BRACKETS.sub(" ", text)
    tail = _TAIL.search(name)
    if tail is None:
        return name.strip(), additions
    return name[: tail.start()].strip(), (*additions, tail["listed"] or tail["spoken"])


def is_unit(text: str) -> bool:
    """True for a unit (`eV/atom`, `W m-1 K-1`), a percent sign, an arrow, or words about spread and direction."""
    plain = unicodedata.normalize("NFKC", _ARROWS.sub("", text).replace("\u2212", "-")).strip()
    tokens = [token for token in _BETWEEN_UNITS.split(plain) if token]
    return all(token.casefold() in _WORDS or _UNIT.fullmatch(token) for token in tokens)
