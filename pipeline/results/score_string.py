"""The one parser of score strings: what a table prints becomes a number once, or stays unparsed.

Rules for what is ambiguous (spec: scoring; nothing is guessed):

- a comma before exactly three digits groups thousands (`1,234` is 1234), unless the whole part is 0 (`0,925`) or the
  caller knows that the table writes decimal commas (`decimal_comma`); before any other count it is a decimal comma;
- brackets around the whole string are dropped: `(0.919)` is 0.919, not a negative;
- a signed number in brackets is a difference and never a spread: `91.2 (+0.2)`;
- a bare number in brackets (`0.92 (0.01)`) is unparsed, unless the caller knows that it is a spread;
- a range alone (`0.85–0.97`) has no value of its own, only its ends;
- a power of ten needs a caret, a superscript or a sign: `1.2 × 103` may be 1200 or 123.6, and stays unparsed;
- a spread with a power of ten beside a value without one is unparsed: `1.2 ± 0.3 × 10^-3` may scale both;
- a single letter glued to a number with a decimal point is a footnote mark (`0.91a`); `12M` and `1b` are no numbers.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal

_LONGEST = 80
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_PLAIN = str.maketrans(_SUPERSCRIPTS, "0123456789+-")
_FOLD = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u00a0\u200a\u2007\u2008\u2002\u2003\u2005\u2006", " "),
        "\u202f": "\u2009",
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", None),
        **dict.fromkeys("\u2248\u2243\u223c\u02dc", "~"),
        **dict.fromkeys("\u00b7\u22c5\u2715\u2a2f", "\u00d7"),
        "\u066a": "%",
        "\uff05": "%",
    }
)
_MARKUP = re.compile(
    r"</?(?:b|i|em|strong|sup)>|\\(?:mathbf|textbf|bf|underline|textit)\b|[{}$]|\*\*|__|(?<!\d)_|_(?!\d)"
)
_LOOSE_THIN_SPACE = re.compile(r"(?<![0-9])\u2009|\u2009(?![0-9]{3}(?![0-9]))")
_POWER = re.compile(rf"10([{_SUPERSCRIPTS}]+)")
_MARKS = rf"[*†‡§¶#★☆↑↓▲▼◦•∗{_SUPERSCRIPTS[:10]}ᵃᵇᶜᵈᵉ]"
_OUTER_MARKS = re.compile(rf"^(?:{_MARKS}\s*)+|(?:\s*{_MARKS})+$")
_LETTER_MARK = re.compile(r"(?<=[0-9%)\]])\s?(?:\^\s?)?[a-f](?:\s?,\s?[a-f])*$")
_BLANK = re.compile(r"[-\s.…/\\]*|n\.?\s?/?[ar]\.?|nan|none|not (?:available|reported|applicable)", re.IGNORECASE)

_DIGITS = r"(?:[0-9][0-9.,\u2009]*[0-9]|[.,]?[0-9]+)"
_EXPONENT = r"(?:\s?[eE]\s?[+-]?[0-9]{1,3}|\s?[×x*]\s?10(?:\^\s?[+-]?|[+-])\s?[0-9]{1,3})"
_NUMBER = rf"(?:10\^\s?[+-]?[0-9]{{1,3}}|{_DIGITS}{_EXPONENT}?)"
_SIGNED = rf"[+-]?\s?{_NUMBER}"
_HEAD = re.compile(rf"(?P<comparator>[<>]=?|[≤≥~])?\s*(?P<value>{_SIGNED})\s?(?P<percent>%)?")
_SPREAD_NAME = r"(?:s\.?\s?d\.?|s\.?\s?e\.?(?:\s?m\.?)?|std\.?(?:\s?dev\.?)?|standard (?:deviation|error))"
_SPREAD_WORD = rf"(?:±|\+/-|\+-|{_SPREAD_NAME}\s*[:=]?\s*±?)"
_BETWEEN = r"\s?(?:-|,|;|to|\.\.\.|…)\s?"
_INTERVAL_WORD = r"(?:(?:9[0-9](?:\.[0-9])?\s?%\s?)?(?:c\.?i\.?|cri|confidence interval|iqr|range)\s*[:=,]?\s*)?"


@dataclass(frozen=True)
class ParsedScore:
    """What a score string says, in the unit it is printed in.

    `value` is None for a range alone. `spread` is the standard deviation or error as printed; `low` and `high` are
    the ends of an interval or of an asymmetric error. `comparator` is `<`, `<=`, `>`, `>=` or `~`. `difference` is
    a signed number in brackets. `decimals` counts the digits after the decimal point of the value.
    """

    value: float | None
    spread: float | None = None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    unit: str | None = None
    comparator: str | None = None
    difference: float | None = None
    decimals: int = 0


@dataclass(frozen=True)
class _Style:
    decimal_comma: bool
    bracket_is_spread: bool

    def number(self, text: str) -> Decimal | None:
        """A number with its separators and power of ten, or None."""
        match = re.fullmatch(
            rf"(?P<sign>[+-]?)\s?(?P<digits>{_DIGITS}(?!\^))?(?P<exponent>{_EXPONENT}|10\^.+)?", text.strip()
        )
        if match is None:
            return None
        digits = _plain_digits(match["digits"], self.decimal_comma) if match["digits"] else "1"
        if digits is None:
            return None
        exponent = re.sub(r"^\s?(?:[eE]|[×x*]?\s?10\^?)|\s", "", match["exponent"] or "") or "0"
        number = Decimal(f"{match['sign']}{digits}e{exponent}")
        return number if math.isfinite(float(number)) else None

    def float(self, text: str) -> "float | None":
        """The same as a float."""
        number = self.number(text)
        return None if number is None else float(number)


def parse_score(text: str, *, decimal_comma: bool = False, bracket_is_spread: bool = False) -> ParsedScore | None:
    """Read one score string. None where it is not surely a score; never an exception.

    `decimal_comma` and `bracket_is_spread` are what the rest of the table tells of its style.
    """
    style = _Style(decimal_comma, bracket_is_spread)
    cleaned = _clean(text) if len(text) <= _LONGEST else ""
    if any(cleaned.count(left) != cleaned.count(right) for left, right in ("()", "[]")):
        return None
    return _ranged(cleaned, style) or _headed(cleaned, style)


def is_blank(text: str) -> bool:
    """True for a cell that says that there is no score: empty, a dash, `n/a`, `NR`."""
    return _BLANK.fullmatch(text.translate(_FOLD).strip().strip("()")) is not None


def _clean(text: str) -> str:
    """Fold typographic signs, drop markup, footnote marks and brackets around the whole."""
    folded = _LOOSE_THIN_SPACE.sub(" ", text.translate(_FOLD))
    powered = _POWER.sub(lambda match: "10^" + match[1].translate(_PLAIN), folded)
    plain = _MARKUP.sub("", powered).strip()
    bare = _OUTER_MARKS.sub("", plain).strip()
    whole = re.fullmatch(r"[(\[]([^()\[\]]*)[)\]]", bare)
    bare = _OUTER_MARKS.sub("", whole[1].strip()).strip() if whole else bare
    letter = _LETTER_MARK.search(bare)
    has_point = letter is not None and any(sign in bare[: letter.start()] for sign in ".,%")
    return bare[: letter.start()].strip() if letter and has_point else bare


def _plain_digits(text: str, decimal_comma: bool) -> str | None:
    """Digits with separators as digits with at most one point, or None where they are no number."""
    if "\u2009" in text:
        groups = re.fullmatch(r"([1-9][0-9]{0,2}(?:\u2009[0-9]{3})+)((?:\.[0-9]+)?)", text)
        return groups[1].replace("\u2009", "") + groups[2] if groups else None
    if re.fullmatch(r"[0-9]+|[0-9]*\.[0-9]+", text):
        return text
    if re.fullmatch(r"(?:0|[1-9][0-9]*)?,[0-9]+", text) and (
        decimal_comma or not re.fullmatch(r"[1-9][0-9]{0,2},[0-9]{3}", text)
    ):
        return text.replace(",", ".")
    if re.fullmatch(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?", text):
        return text.replace(",", "")
    if re.fullmatch(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+", text):
        return text.replace(".", "").replace(",", ".")
    return None


def _ranged(text: str, style: _Style) -> ParsedScore | None:
    """A range alone: two numbers in rising order."""
    match = re.fullmatch(rf"({_SIGNED})(?:\s?(%))?(?:-|\s-\s|\sto\s)({_SIGNED})(?:\s?(%))?", text)
    if match is None:
        return None
    low, high = style.float(match[1]), style.float(match[3])
    if low is None or high is None or low >= high or (match[2] and not match[4]):
        return None
    return ParsedScore(value=None, low=low, high=high, unit="percent" if match[4] else None)


def _headed(text: str, style: _Style) -> ParsedScore | None:
    """A value and what follows it; None unless all of it is understood."""
    head = _HEAD.match(text)
    number = style.number(head["value"]) if head else None
    if head is None or number is None:
        return None
    exponent = number.as_tuple().exponent
    score: ParsedScore | None = ParsedScore(
        value=float(number),
        unit="percent" if head["percent"] else None,
        comparator={"≤": "<=", "≥": ">="}.get(head["comparator"], head["comparator"]),
        decimals=max(0, -exponent) if isinstance(exponent, int) else 0,
    )
    at = head.end()
    while score is not None and text[at:].strip():
        score, at = _tail(score, text, at, style)
    return score


def _tail(score: ParsedScore, text: str, at: int, style: _Style) -> tuple[ParsedScore | None, int]:
    """Read one part that follows a value, and where it ends; no score where none fits."""
    for pattern, read in _TAILS:
        match = pattern.match(text, at)
        if match:
            return read(score, match, style), match.end()
    return None, at


def _spread(score: ParsedScore, match: re.Match[str], style: _Style) -> ParsedScore | None:
    spread = style.float(match["spread"])
    is_scaled = re.search(_EXPONENT, match["spread"]) and not re.search(_EXPONENT, match.string[: match.start()])
    if spread is None or score.spread is not None or is_scaled:
        return None
    return replace(score, spread=spread, unit=score.unit or ("percent" if match["percent"] else None))


def _interval(score: ParsedScore, match: re.Match[str], style: _Style) -> ParsedScore | None:
    low, high = style.float(match["low"]), style.float(match["high"])
    if low is None or high is None or score.value is None or score.low is not None:
        return None
    return replace(score, low=low, high=high) if low <= score.value <= high and low < high else None


def _asymmetric(score: ParsedScore, match: re.Match[str], style: _Style) -> ParsedScore | None:
    up, down = style.number(match["up"]), style.number(match["down"])
    if up is None or down is None or score.value is None or score.low is not None:
        return None
    value = Decimal(repr(score.value))
    return replace(score, low=float(value - down), high=float(value + up))


def _count(score: ParsedScore, match: re.Match[str], style: _Style) -> ParsedScore | None:
    number = style.number(match["n"])
    if number is None or number != int(number) or score.n is not None:
        return None
    return replace(score, n=int(number))


def _difference(score: ParsedScore, match: re.Match[str], style: _Style) -> ParsedScore | None:
    size = style.float(match["size"])
    if size is None or score.difference is not None:
        return None
    return replace(score, difference=-size if match["sign"] in "-↓" else size)


def _bare(score: ParsedScore, match: re.Match[str], style: _Style) -> ParsedScore | None:
    return _spread(score, match, style) if style.bracket_is_spread else None


def _mark(score: ParsedScore, match: re.Match[str], style: _Style) -> ParsedScore:
    return score


_Reader = Callable[[ParsedScore, re.Match[str], _Style], ParsedScore | None]


def _pattern(body: str) -> re.Pattern[str]:
    return re.compile(body, re.IGNORECASE)


_TAILS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (
        _pattern(
            rf"\s*[,;(\[]?\s*-\s?(?P<down>{_NUMBER})\s?%?\s?[/,]\s?\+\s?(?P<up>{_NUMBER})\s?%?\s*[)\]]?(?![0-9.])"
        ),
        _asymmetric,
    ),
    (
        _pattern(
            rf"\s*[,;(\[]?\s*\^?\s*\+\s?(?P<up>{_NUMBER})\s?%?\s?[/,]?\s*_?-\s?(?P<down>{_NUMBER})\s?%?\s*[)\]]?(?![0-9.])"
        ),
        _asymmetric,
    ),
    (_pattern(rf"\s*{_SPREAD_WORD}\s*(?P<spread>{_NUMBER})\s?(?P<percent>%)?"), _spread),
    (_pattern(rf"\s*[(\[]\s*{_SPREAD_WORD}\s*(?P<spread>{_NUMBER})\s?(?P<percent>%)?\s*[)\]]"), _spread),
    (
        _pattern(rf"\s*,?\s*[(\[]\s*{_INTERVAL_WORD}(?P<low>{_SIGNED})\s?%?{_BETWEEN}(?P<high>{_SIGNED})\s?%?\s*[)\]]"),
        _interval,
    ),
    (_pattern(rf"\s*[(\[]?\s*n\s*=\s*(?P<n>{_DIGITS})\s*[)\]]?"), _count),
    (_pattern(rf"\s*[(\[]\s*(?P<sign>[+↑↓-])\s?(?P<size>{_NUMBER})\s?%?\s*[)\]]"), _difference),
    (_pattern(rf"\s*[(\[]\s*(?P<spread>{_NUMBER})\s?(?P<percent>%)?\s*[)\]]"), _bare),
    (_pattern(rf"\s*[(\[]?\s*p\s*[<=>]\s*{_NUMBER}\s*[)\]]?$"), _mark),
    (_pattern(r"\s*±\s*-$"), _mark),
    (_pattern(rf"\s*{_MARKS}+"), _mark),
)
