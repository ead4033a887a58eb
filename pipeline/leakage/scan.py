"""The leak scan: answers in files that a solver sees, as bytes, as values, as an order, or told by one feature."""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from pipeline.leakage.associations import Floats, Strings, Truth, numbers, telling_feature, telling_order
from pipeline.leakage.encodings import arrays, other_names
from pipeline.leakage.grids import Grid, grids
from pipeline.leakage.runs import Run, find_run, runs_of
from pipeline.leakage.streams import KNOWN
from pipeline.leakage.visible import VisibleFile

_READABLE = {".npy", ".npz", ".mat", ".parquet", ".png", ".zip"}
_DIGESTS = ("md5", "sha1", "sha256", "sha512")
_BASE64 = 400
"""Characters of base64 that are looked for: the beginning is enough."""


@dataclass(frozen=True)
class Answers:
    """The answers of one instance, and the bytes of the file that holds them."""

    truth: Truth
    content: bytes = b""


@dataclass(frozen=True)
class Leak:
    """One thing that gives answers away: the file, the offset in it, the kind, and what was seen there."""

    path: str
    offset: int
    kind: str
    detail: str


@dataclass(frozen=True)
class _Sought:
    truth: Truth
    needles: tuple[tuple[str, bytes], ...]
    runs: tuple[Run, ...]


def scan(files: Iterable[VisibleFile], answers: Mapping[str, Answers]) -> Iterator[Leak]:
    """Every leak of the answers of any instance, file by file. Files may come in parts (see `visible_files`)."""
    sought = [_sought(one) for one in answers.values()]
    for file in files:
        for one in sought:
            yield from _in_bytes(file, one.needles)
            yield from _in_values(file, one)
        if not _is_readable(file):
            yield _leak(file, "a format that no scan can read", file.suffix)


def longest_needle(answers: Mapping[str, Answers]) -> int:
    """Bytes that parts of a file have to share for the scan to see everything across their borders."""
    return max((len(needle) for one in answers.values() for _, needle in _sought(one).needles), default=0)


def _sought(one: Answers) -> _Sought:
    truth = one.truth
    spellings = (truth, *(replace(truth, values=values) for values in other_names(truth)))
    runs = tuple(dict.fromkeys(run for spelling in spellings for run in runs_of(spelling)))
    return _Sought(truth, (*_needles(one), *arrays(truth)), runs)


def _is_readable(file: VisibleFile) -> bool:
    """Text, and the formats that are taken apart here. Of anything else nobody can say what it holds."""
    return file.is_inner or file.suffix in _READABLE or file.data[:2] == b"\x1f\x8b" or b"\0" not in file.data


def _needles(one: Answers) -> Iterator[tuple[str, bytes]]:
    """(kind, bytes): the truth as it lies on disk, plain and in base64, and digests of its usual spellings."""
    if one.content:
        yield "the truth file", one.content
        yield "the truth file in base64", base64.b64encode(one.content)[:_BASE64]
    glued = (glue.join(one.truth.values).encode() + end for glue in "\n, " for end in (b"", b"\n"))
    for spelling in sorted({one.content, *glued} - {b""}):
        for algorithm in _DIGESTS:
            yield f"{algorithm} of the truth", hashlib.new(algorithm, spelling).hexdigest().encode()


def _in_bytes(file: VisibleFile, needles: tuple[tuple[str, bytes], ...]) -> Iterator[Leak]:
    lowered = file.data.lower()
    for kind, needle in needles:
        at = lowered.find(needle) if " of the truth" in kind else file.data.find(needle)
        if at >= 0:
            yield _leak(file, kind, needle[:40].decode(errors="replace"), at)


def _in_values(file: VisibleFile, sought: _Sought) -> Iterator[Leak]:
    if (at := find_run(file.text, sought.runs)) is not None:
        yield _leak(file, "values of the truth in their order", file.text[at : at + 60], at)
    for grid in grids(file, sought.truth):
        yield from (_leak(file, kind, f"{grid.name}{detail}") for kind, detail in _in_grid(grid, sought.truth))


def _in_grid(grid: Grid, truth: Truth) -> Iterator[tuple[str, str]]:
    key = next((name for name, column in grid.columns.items() if _holds_ids(column, truth)), None)
    if key is not None:
        yield from _joined(grid, key, truth)
    elif len(grid) == len(truth.ids):
        yield from _aligned(grid, truth)


def _holds_ids(column: Strings, truth: Truth) -> bool:
    return len(column) >= KNOWN * len(truth.ids) and float(np.isin(truth.ids, column).mean()) >= KNOWN


def _joined(grid: Grid, key: str, truth: Truth) -> Iterator[tuple[str, str]]:
    """The columns beside the ids, brought into the order of the truth; the ids themselves; and the row order."""
    place = {value: at for at, value in enumerate(grid.columns[key])}
    known = np.array([value in place for value in truth.ids])
    part = Truth(truth.ids[known], truth.values[known], truth.is_class)
    rows = np.array([place[value] for value in part.ids])
    if telling_order(rows.astype(float), part):
        yield "row order tells the truth", f" by column {key!r}"
    for name, column in grid.columns.items():
        if feature := telling_feature(column[rows], part):
            yield "one feature predicts the truth", f" column {name!r} ({feature})"
    if (ids := _trailing_numbers(part.ids)) is not None and telling_order(ids, part):
        yield "numbers in the ids tell the truth", f" column {key!r}"


def _aligned(grid: Grid, truth: Truth) -> Iterator[tuple[str, str]]:
    """Columns without ids that are as long as the truth: values in its order, or places that sort it."""
    for name, column in grid.columns.items():
        if feature := telling_feature(column, truth):
            yield "one feature predicts the truth", f" column {name!r} ({feature})"
        elif (order := _permutation(column)) is not None:
            position = np.argsort(order).astype(float)
            if telling_order(position, truth):
                yield "an ordering of the truth", f" column {name!r}"


def _permutation(column: Strings) -> Floats | None:
    found = numbers(column)
    if found is None:
        return None
    shifted = found - found.min()
    return shifted if np.array_equal(np.sort(shifted), np.arange(len(shifted))) else None


def _trailing_numbers(ids: Strings) -> Floats | None:
    return numbers(np.array(["".join(filter(str.isdecimal, value))[-15:] or "x" for value in ids]))


def _leak(file: VisibleFile, kind: str, detail: str, at: int = 0) -> Leak:
    return Leak(file.path, file.offset + at, kind, " ".join(detail.split()))
