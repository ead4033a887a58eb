"""Words inside a table, from its characters in the order they stand on the page, whatever order they were drawn in."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pipeline.intake.grids import raised
from pipeline.intake.pdf.model import Layout, is_bold, is_italic
from pipeline.intake.texts import ZERO_WIDTH, clean
from schemas.evidence import Box

_BREAK = 0.2
_SAME_LINE = 0.3


def _glued_patterns() -> Iterator[tuple[re.Pattern[str], re.Pattern[str]]]:
    """A name and numbers without space, and one number, for each number of decimals of a value and of its spread.

    Within one cell all numbers start with a digit, or all with the point.
    """
    for lead, decimals in product((r"\d{1,3}", ""), range(1, 5)):
        value = rf"[-−]?{lead}\.\d{{{decimals}}}"
        spreads = [rf"±{start}\.\d{{{count}}}" for start, count in product((r"\d{1,3}", ""), range(1, 5))]
        for number in (value, *(value + spread for spread in spreads)):
            yield re.compile(rf"(?P<name>(?:.*[^\W\d_)]|.*\))?)(?:{number})+"), re.compile(number)


_GLUED = tuple(_glued_patterns())


@dataclass(frozen=True)
class Glyph:
    """One character with its box, baseline and style."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    baseline: float
    size: float
    is_bold: bool
    is_italic: bool

    @property
    def centre(self) -> float:
        """Where it stands in its line; a part of a ligature has no width, and its left edge is that of the next."""
        return (self.x0 + self.x1) / 2


@dataclass(frozen=True)
class Word:
    """A run of glyphs without a space, with the marks raised beside it; `reading` is all of it as printed."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    baseline: float
    size: float
    is_bold: bool
    is_italic: bool
    marks: str = ""
    reading: str = ""

    @property
    def middle(self) -> float:
        """The height of its centre, taken from the baseline: glyph boxes are tight and differ from letter to letter."""
        return self.baseline - 0.33 * self.size


def words_of(spans: Iterable[Layout], area: Box, cuts: Sequence[float] = ()) -> list[list[Word]]:
    """The printed lines of an area, top down, each with its words from left to right.

    `cuts` are column lines at which numbers that touch come apart.
    """
    glyphs = sorted(_glyphs(spans, area), key=lambda g: (round(g.baseline, 1), g.centre))
    words = [word for row in _rows(glyphs) for word in _words(_without_doubles(row), cuts)]
    return _lines(_with_marks(words))


def _glyphs(spans: Iterable[Layout], area: Box) -> Iterator[Glyph]:
    for span in spans:
        style = (is_bold(span["flags"], span["font"]), is_italic(span["flags"], span["font"]))
        for text, x0, y0, x1, y1, _, baseline in span["characters"]:
            inside = area.x0 - 2 <= (x0 + x1) / 2 <= area.x1 + 2 and area.y0 - 2 <= (y0 + y1) / 2 <= area.y1 + 2
            if text not in ZERO_WIDTH and inside:
                yield Glyph(text, x0, y0, x1, y1, baseline, span["size"], *style)


def _rows(glyphs: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    """Glyphs on one baseline, from left to right."""
    row: list[Glyph] = []
    for glyph in glyphs:
        if row and abs(glyph.baseline - row[0].baseline) > 0.6:
            yield sorted(row, key=lambda g: g.centre)
            row = []
        row.append(glyph)
    if row:
        yield sorted(row, key=lambda g: g.centre)


def _without_doubles(row: list[Glyph]) -> list[Glyph]:
    """Without glyphs printed twice in one place to look bold."""
    kept: list[Glyph] = []
    for glyph in row:
        if not any(g.text == glyph.text and abs(g.x0 - glyph.x0) < 0.15 * glyph.size for g in kept[-3:]):
            kept.append(glyph)
    return kept


def _words(row: Sequence[Glyph], cuts: Sequence[float]) -> Iterator[Word]:
    group: list[Glyph] = []
    for glyph in row:
        if group and (glyph.text.isspace() or _parts(group[-1], glyph)):
            yield from (_word(part) for part in unglued(group, cuts))
            group = []
        if not glyph.text.isspace():
            group.append(glyph)
    if group:
        yield from (_word(part) for part in unglued(group, cuts))


def _parts(before: Glyph, glyph: Glyph) -> bool:
    return glyph.x0 - before.x1 > _BREAK * glyph.size or abs(glyph.size - before.size) > 0.15 * before.size


def unglued(group: Sequence[Glyph], cuts: Sequence[float]) -> Iterator[Sequence[Glyph]]:
    """Numbers of neighbouring columns that touch (`0.064±.0250.178±.024`), cut near column lines.

    Only where one way to read the whole as numbers of the same decimals exists: a wrong cut would make wrong numbers.
    """
    starts = _number_starts("".join(glyph.text for glyph in group)) if cuts and 5 < len(group) <= 80 else []
    if all(any(abs(x - group[at].x0) < 2 * group[at].size for x in cuts) for at in starts):
        for start, end in zip([0, *starts], [*starts, len(group)], strict=True):
            yield group[start:end]
    else:
        yield group


def _number_starts(text: str) -> list[int]:
    """Where the second and further parts of glued numbers start; none where that is not certain."""
    readings = [starts for pattern in _GLUED if (starts := _starts(pattern, text))]
    return readings[0] if len(readings) == 1 else []


def _starts(pattern: tuple[re.Pattern[str], re.Pattern[str]], text: str) -> list[int]:
    whole, single = pattern
    found = whole.fullmatch(text)
    if found is None:
        return []
    starts = [number.start() for number in single.finditer(text, found.end("name"))]
    return starts if found["name"] else starts[1:]


def _word(group: Sequence[Glyph]) -> Word:
    text = clean("".join(glyph.text for glyph in group))
    return Word(
        text=text,
        x0=min(g.x0 for g in group),
        y0=min(g.y0 for g in group),
        x1=max(g.x1 for g in group),
        y1=max(g.y1 for g in group),
        baseline=group[0].baseline,
        size=group[0].size,
        is_bold=sum(g.is_bold for g in group) * 2 > len(group),
        is_italic=sum(g.is_italic for g in group) * 2 > len(group),
        reading=text,
    )


def _with_marks(words: list[Word]) -> list[Word]:
    """Small words raised or lowered beside a larger one become part of it."""
    bases = dict(enumerate(words))
    for index in sorted(range(len(words)), key=lambda i: words[i].x0):
        base = _base(words[index], index, bases)
        if base is not None:
            bases[base] = _attached(bases[base], words[index])
            del bases[index]
    return list(bases.values())


def _base(word: Word, index: int, bases: dict[int, Word]) -> int | None:
    """The larger word that a small one stands beside, off its baseline."""
    near = [i for i, base in bases.items() if i != index and _is_beside(word, base)]
    return min(near, key=lambda i: abs(bases[i].x1 - word.x0), default=None)


def _is_beside(word: Word, base: Word) -> bool:
    if word.size > 0.87 * base.size:
        return False
    shift = base.baseline - word.baseline
    is_off = 0.1 * base.size < shift < 0.8 * base.size or -0.4 * base.size < shift <= 0.1 * base.size
    return is_off and -0.3 * base.size < word.x0 - base.x1 < 0.35 * base.size


def _attached(base: Word, small: Word) -> Word:
    if base.baseline - small.baseline > 0.1 * base.size:
        text, mark = raised(base.text, small.text)
    else:
        text, mark = small.text, ""
    return replace(
        base,
        text=base.text + text,
        marks=" ".join(filter(None, (base.marks, mark))),
        reading=base.reading + small.text,
        x1=max(base.x1, small.x1),
    )


def _lines(words: Iterable[Word]) -> list[list[Word]]:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.baseline):
        if lines and abs(word.baseline - lines[-1][0].baseline) <= _SAME_LINE * word.size:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda w: w.x0) for line in lines]
