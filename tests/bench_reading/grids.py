"""Tables as every reader gives them, and what one has in common with the truth.

A predicted table belongs to the true one with which it shares most cells; a table that a reader gives in parts is
put together again. This is generous to all readers alike.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pipeline.intake.grids import is_number
from schemas.paper import Table

_MARKS = re.compile(r"(?<=[\d)%])\s*[*∗⁎†‡§¶#]+$|(?<=\d)\s*[a-z](?:\s*,\s*[a-z])*$")
_FOLD = str.maketrans({"−": "-", "–": "-", "—": "-", "\u00a0": " ", "‐": "-", "·": "."})


@dataclass(frozen=True)
class Reading:
    """The printed cells of one table as (row, column, text), and the positions of numbers that are in doubt."""

    cells: tuple[tuple[int, int, str], ...]
    n_rows: int
    n_columns: int
    label: str = ""
    disputed: frozenset[tuple[int, int]] = frozenset()
    n_heads: int = 1

    @property
    def numbers(self) -> Counter[str]:
        """The cells that hold a number."""
        return Counter(text for _, _, text in self.cells if is_number(text))

    @property
    def certain(self) -> Counter[str]:
        """The numbers without those in doubt."""
        return Counter(text for r, c, text in self.cells if is_number(text) and (r, c) not in self.disputed)

    @property
    def texts(self) -> Counter[str]:
        """All cells."""
        return Counter(text for _, _, text in self.cells)

    @property
    def heads(self) -> Counter[str]:
        """The cells of the header rows."""
        return Counter(text for row, _, text in self.cells if row < self.n_heads)

    @property
    def neighbours(self) -> Counter[tuple[str, str, str]]:
        """Numbers with the next cell to the right and below: the adjacency relations of the ICDAR 2013 contest."""
        return Counter(self._neighbours())

    def _neighbours(self) -> Iterator[tuple[str, str, str]]:
        for direction, key in (("right", (0, 1)), ("below", (1, 0))):
            ordered = sorted(self.cells, key=lambda cell: (cell[key[0]], cell[key[1]]))
            for before, cell in pairwise(ordered):
                if before[key[0]] == cell[key[0]] and (is_number(before[2]) or is_number(cell[2])):
                    yield direction, before[2], cell[2]


def plain(text: str) -> str:
    """The text of a cell without what typesetting changes: space, dashes, marks behind a number."""
    folded = unicodedata.normalize("NFKC", text.strip()).translate(_FOLD)
    bare = "".join(_MARKS.sub("", folded).split())
    return bare if is_number(bare) else bare.casefold()


def of_rows(rows: Sequence[Sequence[str | None]], label: str = "") -> Reading:
    """A reading from rows of texts."""
    cells = tuple(
        (r, c, plain(text)) for r, row in enumerate(rows) for c, text in enumerate(row) if text and text.strip()
    )
    return Reading(cells, len(rows), max((len(row) for row in rows), default=0), label)


def of_table(table: Table) -> Reading:
    """A reading from a table of ours; spans count once."""
    cells = tuple((cell.row, cell.column, plain(cell.text)) for cell in table.cells if cell.text.strip())
    disputed = frozenset((cell.row, cell.column) for cell in table.cells if cell.disputed)
    return Reading(cells, table.n_rows, table.n_columns, table.label, disputed, table.header_rows)


@dataclass
class Tally:
    """Counts over tables: what stands in the truth, what was read, and what both have."""

    true: int = 0
    read: int = 0
    both: int = 0

    def add(self, truth: Counter[Any], read: Counter[Any]) -> None:
        """Count one table."""
        self.true += truth.total()
        self.read += read.total()
        self.both += (truth & read).total()

    @property
    def recall(self) -> float:
        """Share of the truth that was read."""
        return self.both / self.true if self.true else 1.0

    @property
    def precision(self) -> float:
        """Share of the reading that is true."""
        return self.both / self.read if self.read else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.both / (self.true + self.read) if self.true + self.read else 1.0


@dataclass
class Score:
    """How one reader did over all pairs."""

    tables: int = 0
    found: int = 0
    shaped: int = 0
    numbers: Tally = field(default_factory=Tally)
    certain: Tally = field(default_factory=Tally)
    texts: Tally = field(default_factory=Tally)
    heads: Tally = field(default_factory=Tally)
    neighbours: Tally = field(default_factory=Tally)
    per_table: list[dict[str, object]] = field(default_factory=list)


def score(paper: str, truth: Sequence[Reading], read: Sequence[Reading], total: Score) -> None:
    """Add one paper to a score."""
    groups, strays = _assigned(truth, read)
    for table, parts in zip(truth, groups, strict=True):
        total.tables += 1
        total.found += bool(parts)
        is_shaped = len(parts) == 1 and (parts[0].n_rows, parts[0].n_columns) == (table.n_rows, table.n_columns)
        total.shaped += is_shaped
        _count(table, parts, total)
        total.per_table.append(_line(paper, table, parts, is_shaped))
    for stray in strays:
        _count(None, [stray], total)
        total.per_table.append(_line(paper, None, [stray], False))


def _count(table: Reading | None, parts: Sequence[Reading], total: Score) -> None:
    nothing: Counter[str] = Counter()
    total.numbers.add(table.numbers if table else nothing, sum((p.numbers for p in parts), nothing.copy()))
    total.certain.add(table.numbers if table else nothing, sum((p.certain for p in parts), nothing.copy()))
    total.texts.add(table.texts if table else nothing, sum((p.texts for p in parts), nothing.copy()))
    total.heads.add(table.heads if table else nothing, sum((p.heads for p in parts), nothing.copy()))
    pairs: Counter[tuple[str, str, str]] = Counter()
    total.neighbours.add(table.neighbours if table else pairs, sum((p.neighbours for p in parts), pairs.copy()))


def _assigned(truth: Sequence[Reading], read: Sequence[Reading]) -> tuple[list[list[Reading]], list[Reading]]:
    """The tables read for each true one, and those that belong to none."""
    groups: list[list[Reading]] = [[] for _ in truth]
    strays = []
    for reading in read:
        shared = [(reading.texts & table.texts).total() for table in truth]
        best = max(range(len(truth)), key=lambda i: shared[i], default=None)
        if best is not None and shared[best] >= max(2, 0.1 * reading.texts.total()):
            groups[best].append(reading)
        else:
            strays.append(reading)
    return groups, strays


def _line(paper: str, table: Reading | None, parts: Sequence[Reading], is_shaped: bool) -> dict[str, object]:
    expected = table.numbers if table else Counter[str]()
    read = sum((part.numbers for part in parts), Counter[str]())
    certain = sum((part.certain for part in parts), Counter[str]())
    return {
        "paper": paper,
        "table": table.label if table else f"(none) {parts[0].label}",
        "found": bool(parts) and table is not None,
        "shape": is_shaped,
        "shape_true": [table.n_rows, table.n_columns] if table else [],
        "shape_read": [[part.n_rows, part.n_columns] for part in parts],
        "numbers": expected.total(),
        "missing": sorted((expected - read).elements())[:40],
        "made_up": sorted((read - expected).elements())[:40],
        "certain_and_wrong": sorted((certain - expected).elements())[:40],
    }
