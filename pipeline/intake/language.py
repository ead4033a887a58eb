"""The language of a text, by its script and its commonest words. No library: what is asked is only "English or not"."""

import re
import unicodedata
from collections import Counter

SUPPORTED = "en"
_WORD = re.compile(r"[^\W\d_]+")
_COMMON = {
    "en": "the of and in to is for that with we are was by this on as from be were which these or our it at have not",
    "de": "der die und in den von zu das mit ist des für auf im eine dem ein nicht werden sich wird als auch bei sind",
    "fr": "de la le les des et en du une un est dans pour que par sur nous avec sont qui au plus ont cette ces il",
    "es": "de la el en y los que las del se con para por una un es al como más su lo son este entre fue esta",
    "pt": "de a o e que do da em os um para com uma dos no na as se por foi das ao são mais como não pela",
    "it": "di e la il che in per un del una dei è della con le i nel sono da al si delle più come gli alla questo",
    "nl": "de van het een en in is dat op te met voor zijn de aan werd door bij niet deze als ook wordt uit naar",
    "pl": "i w na z do się nie że jest dla od przez po oraz o za jako tym są jak które został może przy ten",
    "tr": "ve bir bu ile için olarak olan de da en daha çok gibi ise sonra kadar göre olduğu ancak üzerine arasında",
    "id": "yang dan di dengan untuk pada dari ini dalam adalah oleh sebagai dapat tidak atau ke akan telah lebih",
    "sv": "och i att det som en av för på är med den till om inte har ett var från de vid kan eller",
    "cs": "a v se na je že s z do pro o k jako i by za které byl při jsou od po nebo až",
    "ro": "de în și a la cu din pe care pentru un o este sunt prin mai nu sau al ale au fost",
}
_SCRIPTS = {
    "CJK": "zh", "HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "CYRILLIC": "ru", "ARABIC": "ar", "HEBREW": "he",
    "GREEK": "el", "DEVANAGARI": "hi", "THAI": "th", "BENGALI": "bn", "TAMIL": "ta", "ARMENIAN": "hy", "GEORGIAN": "ka",
}  # fmt: skip
_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
_CODES = {"eng": "en", "ger": "de", "deu": "de", "fre": "fr", "fra": "fr", "spa": "es", "por": "pt", "chi": "zh"}
_FEWEST_LETTERS = 300
_SAMPLE = 60_000
_LEAST_FOREIGN = 0.4
_LEAST_SHARE = 0.08


def language_of(text: str) -> str | None:
    """The language of a text as two letters (ISO 639-1); None for a text too short or too mixed to say.

    A script other than Latin decides where it has two fifths of the letters: formulas of an English paper have less.
    """
    sample = text[:_SAMPLE]
    scripts = Counter(_script(c) for c in sample if c.isalpha())
    total = scripts.total()
    if total < _FEWEST_LETTERS:
        return None
    foreign = Counter({script: n for script, n in scripts.items() if script in _SCRIPTS})
    if foreign.total() >= _LEAST_FOREIGN * total:
        return _of_script(foreign)
    words = [word.lower() for word in _WORD.findall(sample)]
    shares = {language: sum(word in common for word in words) / len(words) for language, common in _WORDS.items()}
    best = max(shares, key=lambda language: shares[language])
    return best if shares[best] >= _LEAST_SHARE else None


def code(declared: str | None) -> str | None:
    """What a file says of its language, as two letters."""
    bare = (declared or "").strip().lower()
    return _CODES.get(bare, bare[:2]) or None


def _script(character: str) -> str:
    return "LATIN" if character < "\u0250" else unicodedata.name(character, "OTHER").split(" ")[0].split("-")[0]


def _of_script(foreign: Counter[str]) -> str:
    """Japanese has Chinese characters too, but no Chinese text has kana."""
    if foreign["HIRAGANA"] + foreign["KATAKANA"] > 0.05 * foreign.total():
        return "ja"
    return _SCRIPTS[foreign.most_common(1)[0][0]]
