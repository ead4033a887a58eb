"""Row and column lines that the layout model missed: numbers set in columns of their own, and rows it put into one."""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.intake.pdf.tables.words import Word

_STEP = 0.5
_NUMBER = re.compile(r"^[-+−–~<>]?\.?\d")
_GROUP = re.compile(r"^\d{3}$")
_CONTINUED = re.compile(r"^(?:±|\((?!(?:19|20)\d\d\))\s*[-−–]?\.?\d|\[\s*[-−–]?\d*\.\d)")
_DECIMAL = re.compile(r"^[-+−–]?\d*\.\d+%?$")
_NAME_GAP = 0.3


def refined_columns(lines: Sequence[Sequence[Word]], columns: Sequence[float]) -> list[float]:
    """The column lines, with those added at which most printed lines have a gap between two numbers."""
    found = list(columns)
    for left, right in pairwise(columns):
        inside = [[w for w in line if left - 1 <= (w.x0 + w.x1) / 2 <= right + 1] for line in lines]
        found.extend(_cuts([line for line in inside if _numbers(line) >= 2]))
        named = [line for line in inside if _is_name_and_decimal(line)]
        if len(named) > 2 and len(named) >= 0.6 * sum(bool(line) for line in inside):
            found.extend(_cuts([line[-2:] for line in named]))
    return sorted(found)


def _is_name_and_decimal(line: Sequence[Word]) -> bool:
    """True for a name with one decimal set apart behind it."""
    if len(line) < 2 or _numbers(line[:-1]) or not _is_named(line[-2], line[-1]):
        return False
    return line[-1].x0 - line[-2].x1 > _NAME_GAP * line[-1].size


def _is_named(before: Word, word: Word) -> bool:
    """True for a decimal after a word, and not after a sign such as `±` or `=`."""
    return bool(_DECIMAL.match(word.text)) and (before.text[-1].isalpha() or before.text[-1] in ")]")


def _numbers(line: Sequence[Word]) -> int:
    return sum(bool(_NUMBER.match(word.text)) for word in line)


def _cuts(lines: Sequence[Sequence[Word]]) -> Iterator[float]:
    """The middles of the strips in which at least three fifths of the lines have a gap between numbers."""
    if len(lines) < 2:
        return
    votes: dict[int, int] = {}
    for line in lines:
        for left, right in _gaps(line):
            for step in range(int(left / _STEP) + 1, int(right / _STEP) + 1):
                votes[step] = votes.get(step, 0) + 1
    needed = 0.6 * len(lines)
    run: list[int] = []
    for step in [*sorted(step for step, count in votes.items() if count >= needed), -1]:
        if run and step != run[-1] + 1:
            yield _peak(run, votes) * _STEP
            run = []
        run.append(step)


def _peak(run: Sequence[int], votes: dict[int, int]) -> float:
    best = max(votes[step] for step in run)
    steps = [step for step in run if votes[step] == best]
    return (steps[0] + steps[-1]) / 2


def _gaps(line: Sequence[Word]) -> Iterator[tuple[float, float]]:
    """The gaps between two numbers; groups of three digits (`10 000`) and bracketed additions are one number.

    A line that is the end of a name and a decimal has one between them.
    """
    for before, word in pairwise(line):
        is_pair = before.text[-1:].isdigit() or before.text[-1:] in ")%]" or _is_named(before, word)
        if is_pair and _NUMBER.match(word.text) and not _GROUP.match(word.text) and word.x0 > before.x1:
            yield before.x1, word.x0


def refined_rows(
    lines: Sequence[Sequence[Word]],
    rows: Sequence[float],
    columns: Sequence[float],
    rules: Sequence[Sequence[float]] = (),
) -> list[float]:
    """The row lines, with those added between printed lines of one row that each read as a row of their own.

    Lines with a rule between them that is as wide as a column are of different rows.
    """
    found = list(rows)
    wide = [rule[1] for rule in rules if any(rule[0] - 3 <= a and b <= rule[2] + 3 for a, b in pairwise(columns))]
    for top, bottom in pairwise(rows):
        inside = [line for line in lines if top <= _middle(line) < bottom]
        is_numbered = len(inside) > 1 and len({_filled(line, columns) for line in inside}) == 1
        own = [line for line in inside if _is_row(line, columns) or (is_numbered and _has_number(line, columns))]
        for above, below in pairwise(own):
            found.append((_middle(above) + _middle(below)) / 2)
        for above, below in pairwise(inside):
            found.extend(y for y in wide if above[0].baseline < y < below[0].middle)
    return sorted(found)


def _middle(line: Sequence[Word]) -> float:
    return sum(word.middle for word in line) / len(line)


def _filled(line: Sequence[Word], columns: Sequence[float]) -> frozenset[int]:
    """The columns in which a line has words."""
    return frozenset(bisect(columns, (word.x0 + word.x1) / 2) for word in line)


def _has_number(line: Sequence[Word], columns: Sequence[float]) -> bool:
    """True for a line with the number of its row, and nothing else, in the first of several columns."""
    first = [word for word in line if word.x0 < columns[1]]
    return len(first) == 1 and first[0].text.isdigit() and len(_filled(line, columns)) > 1


def _is_row(line: Sequence[Word], columns: Sequence[float]) -> bool:
    """A line with numbers and a name, or with numbers in several columns that do not go on the line above."""
    has_name = line[0].x0 < columns[1] and not _NUMBER.match(line[0].text)
    numbers = [word for word in line if _NUMBER.match(word.text)]
    if has_name:
        return bool(numbers)
    filled = {bisect(columns, (word.x0 + word.x1) / 2) for word in numbers}
    return len(filled) >= 2 and not any(_CONTINUED.match(word.text) for word in line)
