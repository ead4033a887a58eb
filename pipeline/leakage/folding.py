"""Text with what a reader does not see folded away, so that a hidden name is still a name."""

import re
import unicodedata
from collections.abc import Iterable

_LOOKALIKES = str.maketrans("авекмнорстухіѕјԁԛԝαβεικνορτυχ", "abekmhopctyxisjdqwabeiknoptux")
_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
WORD = re.compile(r"[^\W_]+")
_GAP = r"[\W_]{0,3}"


def fold(text: str) -> str:
    """Lower case, compatibility forms, look-alike letters as Latin ones; invisible characters become `\\x00`.

    The result has as many characters as the text, so that offsets stay true.
    """
    if text.isascii():
        return text.lower()
    return text.translate({ord(character): _fold_one(character) for character in set(text)})


def _fold_one(character: str) -> str:
    if unicodedata.category(character) in ("Cf", "Mn"):
        return "\x00"
    folded = unicodedata.normalize("NFKC", character).casefold()[:1].translate(_LOOKALIKES)
    return unicodedata.normalize("NFD", folded)[:1] or "\x00"


def words(text: str) -> list[str]:
    """The folded words of a text."""
    return WORD.findall(fold(text))


def name_parts(name: str) -> list[str]:
    """A name cut at separators, case changes and digits: `LM-SuccSite2` is lm, succ, site, 2."""
    return [fold(part) for part in _PARTS.findall(name)]


def squeezed(name: str) -> str:
    """The letters and digits of a name, folded."""
    return "".join(words(name))


def name_pattern(name: str, whole: bool) -> re.Pattern[str]:
    """Matches a name in folded text, whatever separates its parts; `whole` asks for word borders around it."""
    body = _GAP.join("\x00?".join(map(re.escape, part)) for part in name_parts(name))
    return re.compile(rf"(?<![^\W_]){body}(?![^\W_])" if whole else body)


def phrase_pattern(tokens: Iterable[str]) -> re.Pattern[str]:
    """Matches words in their order in folded text, whatever stands between them."""
    body = r"[\W_]+".join(map(re.escape, tokens))
    return re.compile(rf"(?<![^\W_]){body}(?![^\W_])")
