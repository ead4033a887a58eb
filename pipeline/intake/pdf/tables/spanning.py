"""Labels that stand for several rows: centred on their group, or at its top."""

from collections.abc import Sequence
from itertools import pairwise


def groups_of(middles: Sequence[float], labels: Sequence[float]) -> list[tuple[int, int]] | None:
    """The first and last row of each label's group, or None where the labels do not divide the rows.

    `middles` are the heights of the rows' centres, `labels` those of the labels, both top down.
    """
    if not labels or len(labels) >= len(middles) or len(middles) < 2:
        return None
    readings = [groups for groups in (centred_groups(middles, labels), _from_top(middles, labels)) if groups]
    return min(readings, key=_unevenness, default=None)


def _unevenness(groups: Sequence[tuple[int, int]]) -> int:
    """How much the sizes of groups differ: of two readings the even one is meant."""
    sizes = [last - first for first, last in groups]
    return max(sizes) - min(sizes)


def centred_groups(middles: Sequence[float], labels: Sequence[float]) -> list[tuple[int, int]] | None:
    """Groups whose centres are where the labels stand; together they must be all rows."""
    tolerance = 0.3 * _pitch(middles)
    found, first = [], 0
    for label in labels:
        if first >= len(middles):
            return None
        last = min(range(first, len(middles)), key=lambda row: abs((middles[first] + middles[row]) / 2 - label))
        if abs((middles[first] + middles[last]) / 2 - label) > tolerance:
            return None
        found.append((first, last))
        first = last + 1
    return found if first == len(middles) else None


def _from_top(middles: Sequence[float], labels: Sequence[float]) -> list[tuple[int, int]] | None:
    """Groups that start at their label's row and end before the next label."""
    tolerance = 0.3 * _pitch(middles)
    firsts = []
    for label in labels:
        row = min(range(len(middles)), key=lambda index: abs(middles[index] - label))
        if abs(middles[row] - label) > tolerance:
            return None
        firsts.append(row)
    if firsts[0] != 0 or sorted(set(firsts)) != firsts:
        return None
    ends = [*(first - 1 for first in firsts[1:]), len(middles) - 1]
    return list(zip(firsts, ends, strict=True))


def _pitch(middles: Sequence[float]) -> float:
    steps = sorted(b - a for a, b in pairwise(middles))
    return steps[len(steps) // 2]


def centred_range(
    chunk: tuple[float, float], extents: Sequence[tuple[float, float]], free: range, core: range
) -> range:
    """The columns a heading is centred over: among the free ones around its core, those with the nearest centre.

    `extents` are the left and right edges of what is printed in each column.
    """
    middle = (chunk[0] + chunk[1]) / 2
    best, error = core, abs((extents[core.start][0] + extents[core.stop - 1][1]) / 2 - middle)
    for start in range(free.start, core.start + 1):
        for stop in range(core.stop, free.stop + 1):
            distance = abs((extents[start][0] + extents[stop - 1][1]) / 2 - middle)
            if distance < error - 1.0:
                best, error = range(start, stop), distance
    return best
