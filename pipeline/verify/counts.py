"""The paper's own numbers of rows next to those of the files."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.verify.names import LABELS, PARTS, tokens_of
from pipeline.verify.thresholds import Thresholds
from schemas.data import SplitPart
from schemas.task import Count

Rows = Mapping[tuple[SplitPart, str | None], int]


@dataclass(frozen=True)
class Compared:
    """One part and label: the rows of the files, the nearest count of the paper, and its other counts for it."""

    subject: str
    actual: int
    printed: Count
    others: tuple[Count, ...] = ()

    @property
    def difference(self) -> int:
        """Rows of the files less rows of the paper."""
        return self.actual - self.printed.value

    def is_close(self, thresholds: Thresholds) -> bool:
        """True where the difference is small enough to be only reported."""
        size = abs(self.difference)
        return size <= thresholds.count_rows or size < thresholds.count_share * self.printed.value


def compare(counts: Sequence[Count], rows: Rows) -> tuple[tuple[Compared, ...], tuple[Count, ...]]:
    """Every count of a setting against the files, and the counts that name no part or label of the files.

    A paper may print several numbers for one part, such as before and after balancing: the nearest is meant.
    """
    groups: dict[tuple[str, int], list[Count]] = defaultdict(list)
    unmatched = []
    for count in counts:
        found = _rows_of(count, rows)
        if found is None:
            unmatched.append(count)
        else:
            groups[found].append(count)
    return tuple(_nearest(subject, actual, found) for (subject, actual), found in groups.items()), tuple(unmatched)


def _nearest(subject: str, actual: int, counts: Sequence[Count]) -> Compared:
    first, *others = sorted(counts, key=lambda count: abs(count.value - actual))
    return Compared(subject, actual, first, tuple(other for other in others if other.value != first.value))


def _rows_of(count: Count, rows: Rows) -> tuple[str, int] | None:
    label = _label_of(count.label, rows)
    if count.label and label is None:
        return None
    parts = {PARTS[token] for token in tokens_of(count.split) if token in PARTS}
    if not parts and set(tokens_of(count.split)) & {"total", "all", "overall", "whole"}:
        parts = {part for part, _ in rows}
    found = [rows[part, label] for part in parts if (part, label) in rows]
    if not found or len(found) < len(parts):
        return None
    name = "+".join(part for part in SplitPart if part in parts)
    return (f"{name}/{label}" if label else name), sum(found)


def _label_of(printed: str | None, rows: Rows) -> str | None:
    if not printed:
        return None
    labels = {label for _, label in rows if label}
    wanted = printed.strip().lower()
    exact = [label for label in labels if label.lower() == wanted]
    meant = {LABELS[token] for token in tokens_of(printed) if token in LABELS}
    same = [label for label in labels if LABELS.get(label.lower()) in meant]
    return next(iter(exact or (same if len(same) == 1 else [])), None)
