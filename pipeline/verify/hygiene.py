"""What two parts of a split share, counted on the raw rows."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.verify.formats.fasta import HEADER, SEQUENCE
from pipeline.verify.headers import short_name, source_of
from pipeline.verify.materialise import Frames
from pipeline.verify.target import class_name, is_group
from schemas.data import Recipe, SplitPart

if TYPE_CHECKING:
    import pandas as pd

Inputs = tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A raw row: what a solver would see of it, its target, the group it comes from, and its name for people."""

    inputs: Inputs
    target: str
    group: str | None
    name: str


@dataclass(frozen=True)
class Found:
    """How many of how many, with examples in the order of the files."""

    count: int
    total: int
    examples: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """The count as a share of the total; 0 of nothing is 0."""
        return self.count / self.total if self.total else 0.0


Rows = Mapping[SplitPart, Sequence[Row]]


def rows_of(recipe: Recipe, raw: Frames) -> dict[SplitPart, list[Row]]:
    """The raw frames as rows."""
    return {part: _rows(recipe, frame) for part, frame in raw.items()}


def _rows(recipe: Recipe, frame: "pd.DataFrame") -> list[Row]:
    is_fasta = HEADER in frame.columns and SEQUENCE in frame.columns
    group = next(
        (name for name in frame.columns if is_group(name) and name not in (*recipe.inputs, recipe.target)), None
    )
    inputs = list(zip(*(frame[name] for name in recipe.inputs), strict=True))
    targets = [class_name(value) for value in frame[recipe.target]]
    if is_fasta:
        groups = [source_of(header) for header in frame[HEADER]]
        names = [short_name(header) for header in frame[HEADER]]
    else:
        groups = list(frame[group]) if group else [None] * len(inputs)
        names = [", ".join(str(value)[:40] for value in row[:3]) for row in inputs]
    return [Row(*each) for each in zip(inputs, targets, groups, names, strict=True)]


def repeats(rows: Sequence[Row]) -> Found:
    """Rows whose inputs stand in an earlier row: the number of rows less the number of different ones."""
    seen: set[Inputs] = set()
    found = []
    for row in rows:
        if row.inputs in seen:
            found.append(row.name)
        seen.add(row.inputs)
    return Found(len(found), len(rows), tuple(found))


def overlap(test: Sequence[Row], other: Sequence[Row]) -> Found:
    """Test rows whose inputs stand in another part."""
    known = {row.inputs for row in other}
    found = [row.name for row in test if row.inputs in known]
    return Found(len(found), len(test), tuple(found))


def shared_groups(test: Sequence[Row], other: Sequence[Row]) -> Found:
    """Groups of the test part from which another part has rows too. The total is 0 where rows name no group."""
    groups = dict.fromkeys(row.group for row in test if row.group)
    known = {row.group for row in other}
    found = [group for group in groups if group in known]
    return Found(len(found), len(groups), tuple(found))


def conflicts(rows: Iterable[Row]) -> Found:
    """Rows whose inputs stand elsewhere with another target."""
    every = list(rows)
    targets: dict[Inputs, set[str]] = defaultdict(set)
    for row in every:
        targets[row.inputs].add(row.target)
    found = [row.name for row in every if len(targets[row.inputs]) > 1]
    return Found(len(found), len(every), tuple(dict.fromkeys(found)))


def same_answers(test: Sequence[Row], other: Sequence[Row], share: float) -> Found:
    """Test rows that stand with inputs and target in another part: an answer that can be looked up.

    Where less than `share` of the common inputs has the same target, the targets mean different things and agree by
    chance: then nothing is found.
    """
    known = {(row.inputs, row.target) for row in other}
    found = [row.name for row in test if (row.inputs, row.target) in known]
    if len(found) < share * overlap(test, other).count:
        return Found(0, len(test))
    return Found(len(found), len(test), tuple(found))


@dataclass(frozen=True)
class Windows:
    """Sequences of one odd length around a middle residue, and those that are not like the others."""

    length: int
    residue: str
    odd: Mapping[SplitPart, Sequence[tuple[Row, str]]]


def windows(rows: Rows, share: float) -> Windows | None:
    """Fixed-length windows centred on one residue; None where the inputs are no such windows.

    Sequences are windows where at least `share` of them has the same odd length and the same middle residue.
    """
    every = [row.inputs[0] for part in rows.values() for row in part if len(row.inputs) == 1]
    if not every or len(every) < sum(map(len, rows.values())):
        return None
    length = Counter(map(len, every)).most_common(1)[0][0]
    fitting = [text for text in every if len(text) == length]
    if length < 5 or length % 2 == 0 or len(fitting) < share * len(every):
        return None
    residue, count = Counter(text[length // 2] for text in fitting).most_common(1)[0]
    if count < share * len(every):
        return None
    odd = {
        part: [(row, why) for row in found if (why := _oddity(row, length, residue))] for part, found in rows.items()
    }
    return Windows(length, residue, odd)


def _oddity(row: Row, length: int, residue: str) -> str:
    text = row.inputs[0]
    if len(text) != length:
        return f"{len(text)} long instead of {length}"
    middle = text[length // 2]
    return "" if middle == residue else f"{middle} instead of {residue} in the middle"
