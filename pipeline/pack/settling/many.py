"""More classes than two: of the printed numbers only the accuracy tells readings apart."""

from collections.abc import Mapping, Sequence

from pipeline.pack.settling.printed import Row
from pipeline.pack.settling.readings import Readings

_IS_ACCURACY = {"f1_micro", "recall_weighted"}
"""With one class per row these are the accuracy by another name."""


def excluded(readings: Mapping[str, Readings], rows: Sequence[Row]) -> dict[str, tuple[str, ...]]:
    """The ways that are left for each metric: one that is the accuracy is out where the paper prints another one."""
    return {
        name: tuple(way for way, metric in found.items() if metric not in _IS_ACCURACY or not _differs(name, rows))
        for name, found in readings.items()
    }


def _differs(name: str, rows: Sequence[Row]) -> bool:
    pairs = [(row.cells[name], row.cells["accuracy"]) for row in rows if name in row.cells and "accuracy" in row.cells]
    return any(abs(one.score.value - other.score.value) > one.unit + other.unit for one, other in pairs)
