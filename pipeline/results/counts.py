"""The sizes a paper prints for its data, each with its cell (for check 4.4)."""

import re
from collections.abc import Iterable

from pipeline.results.grid import Grid, Level, build_grid
from pipeline.results.score_string import parse_score
from schemas.paper import Paper
from schemas.task import Count

_DATA_CAPTION = re.compile(r"\bdata ?sets?\b|\bdata\b|\bsamples?\b|\bsplits?\b", re.IGNORECASE)
_SPLITS = (
    ("validation", re.compile(r"\bvalidation\b|\bval\b|\bdev(?:elopment)?\b", re.IGNORECASE)),
    ("train", re.compile(r"\btrain(?:ing)?\b", re.IGNORECASE)),
    ("test", re.compile(r"\btest(?:ing)?\b|\bindependent\b|\bheld[- ]?out\b", re.IGNORECASE)),
)
_LABELS = (
    ("negative", re.compile(r"\bnegatives?\b|\bnon-?\w+ed\b", re.IGNORECASE)),
    ("positive", re.compile(r"\bpositives?\b", re.IGNORECASE)),
)
_TOTAL = re.compile(r"\b(?:total|all|size|samples?|instances?|number|count|#|n)\b", re.IGNORECASE)
_ADJUSTED = re.compile(
    r"\b(?:after|before)\b[^()]*|\b(?:un)?balanced\b|\bfiltered\b|\boriginal\b|\bunder-?sampl\w+", re.IGNORECASE
)


def counts_of(paper: Paper) -> tuple[Count, ...]:
    """The counts of the first table that states sizes per part of the split; empty where none does.

    A part that is described twice (`Training data`, `Training data (after balancing)`) keeps what tells the two
    apart in its name: `train` and `train (after balancing)`.
    """
    for table in paper.tables:
        grid = build_grid(table) if _DATA_CAPTION.search(table.caption) else None
        found = tuple(_counts(grid)) if grid else ()
        if len({count.split for count in found}) > 1:
            return found
    return ()


def _counts(grid: Grid) -> Iterable[Count]:
    split_level = _level_of_splits(grid)
    if split_level is None:
        return
    for row in grid.rows:
        for column in grid.columns:
            split = _split_name(split_level.at(row, column))
            other = " ".join(level.at(row, column) for level in grid.levels if level is not split_level)
            count = _count(grid, row, column, split, other) if split else None
            if count:
                yield count


def _level_of_splits(grid: Grid) -> Level | None:
    for level in grid.levels:
        if len({name for label in level.distinct() if (name := _split_name(label))}) > 1:
            return level
    return None


def _split_name(label: str) -> str:
    """`train`, `validation` or `test`, with what says that the part was changed; empty for any other label."""
    split = next((name for name, pattern in _SPLITS if pattern.search(label)), "")
    adjusted = _ADJUSTED.search(label)
    return f"{split} ({adjusted[0].strip().casefold()})" if split and adjusted else split


def _count(grid: Grid, row: int, column: int, split: str, other: str) -> Count | None:
    text = grid.table.text(row, column)
    parsed = parse_score(text)
    is_labelled = _TOTAL.search(other) or any(pattern.search(other) for _, pattern in _LABELS)
    if parsed is None or parsed.value is None or not parsed.value.is_integer() or not is_labelled:
        return None
    if parsed.unit or parsed.spread is not None or parsed.comparator:
        return None
    label = next((name for name, pattern in _LABELS if pattern.search(other)), None)
    evidence = (grid.table.evidence(row, column),)
    return Count(split=split, label=label, printed=text, value=int(parsed.value), evidence=evidence)
