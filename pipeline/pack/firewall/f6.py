"""F6: the answers in what a solver sees, as bytes, as values, as an order, or told by one feature."""

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from pipeline.pack.firewall.answers import FOLDER, truths
from pipeline.pack.firewall.associations import Floats, Strings, Truth, numbers, telling_feature, telling_order
from pipeline.pack.firewall.encodings import arrays, other_names
from pipeline.pack.firewall.grids import Grid, grids
from pipeline.pack.firewall.hit import Hit
from pipeline.pack.firewall.runs import Run, find_run, runs_of
from pipeline.pack.firewall.secrets import Secrets
from pipeline.pack.firewall.visible import VisibleFile, visible_files

RULE = "F6"
TITLE = "The answers are nowhere in sight"

_KNOWN = 0.9
_COPIED = 0.5
_READABLE = {".npy", ".npz", ".mat", ".parquet", ".png", ".zip"}
_DIGESTS = ("md5", "sha1", "sha256", "sha512")


def scan(pack_dir: Path, secrets: Secrets) -> tuple[Hit, ...]:
    """Hashes, bytes, values and orderings of every truth in every visible file, and features that tell it."""
    files = visible_files(pack_dir)
    hits: list[Hit] = []
    for name, truth in truths(pack_dir).items():
        content = (pack_dir / FOLDER / name / "truth.csv").read_bytes()
        needles = (*_needles(content, truth), *arrays(truth))
        spellings = (truth, *(replace(truth, values=values) for values in other_names(truth)))
        runs = tuple(dict.fromkeys(run for spelling in spellings for run in runs_of(spelling)))
        for file in files:
            hits += _in_bytes(file, needles)
            hits += _in_values(file, truth, runs)
        hits += _in_files(pack_dir, truth)
        hits += _copied_rows(pack_dir, name, truth)
    hits += (_hit(file.path, "a format that no scan can read", file.suffix) for file in files if not _is_readable(file))
    return tuple(dict.fromkeys(hits))


def _is_readable(file: VisibleFile) -> bool:
    """Text, and the formats that are taken apart here. Of anything else nobody can say what it holds."""
    return file.is_inner or file.suffix in _READABLE or file.data[:2] == b"\x1f\x8b" or b"\0" not in file.data


def _needles(content: bytes, truth: Truth) -> Iterator[tuple[str, bytes]]:
    """(kind, bytes): the truth as it lies on disk, plain and in base64, and digests of its usual spellings."""
    yield "the truth file", content
    yield "the truth file in base64", base64.b64encode(content)[:400]
    spellings = {content, *(glue.join(truth.values).encode() + end for glue in "\n, " for end in (b"", b"\n"))}
    for spelling in sorted(spellings):
        for algorithm in _DIGESTS:
            yield f"{algorithm} of the truth", hashlib.new(algorithm, spelling).hexdigest().encode()


def _in_bytes(file: VisibleFile, needles: tuple[tuple[str, bytes], ...]) -> Iterator[Hit]:
    lowered = file.data.lower()
    for kind, needle in needles:
        at = lowered.find(needle) if " of the truth" in kind else file.data.find(needle)
        if at >= 0:
            yield _hit(file.path, kind, needle[:40].decode(errors="replace"), at)


def _in_values(file: VisibleFile, truth: Truth, runs: tuple[Run, ...]) -> Iterator[Hit]:
    if (at := find_run(file.text, runs)) is not None:
        yield _hit(file.path, "values of the truth in their order", file.text[at : at + 60], at)
    for grid in grids(file):
        yield from (_hit(file.path, kind, f"{grid.name}{detail}") for kind, detail in _in_grid(grid, truth))


def _in_grid(grid: Grid, truth: Truth) -> Iterator[tuple[str, str]]:
    key = next((name for name, column in grid.columns.items() if _holds_ids(column, truth)), None)
    if key is not None:
        yield from _joined(grid, key, truth)
    elif len(grid) == len(truth.ids):
        yield from _aligned(grid, truth)


def _holds_ids(column: Strings, truth: Truth) -> bool:
    return len(column) >= _KNOWN * len(truth.ids) and float(np.isin(truth.ids, column).mean()) >= _KNOWN


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


def _in_files(pack_dir: Path, truth: Truth) -> Iterator[Hit]:
    """A file per row: its time, its size, its folder and the rest of its name, against the truth."""
    problem = pack_dir / "problem"
    by_id = _files_by_id([path for path in sorted(problem.rglob("*")) if path.is_file()], truth)
    known = np.array([row_id in by_id for row_id in truth.ids])
    if float(known.mean()) < _KNOWN:
        return
    part = Truth(truth.ids[known], truth.values[known], truth.is_class)
    paths = [by_id[row_id] for row_id in part.ids]
    folder = paths[0].parent.relative_to(pack_dir).as_posix()
    for kind, field in (("modification times", "st_mtime_ns"), ("file sizes", "st_size")):
        feature = np.array([float(getattr(path.stat(), field)) for path in paths])
        if len(set(feature)) > 1 and telling_order(feature, part):
            yield _hit(folder, f"{kind} tell the truth", folder)
    rests = [path.as_posix().replace(row_id, "") for row_id, path in zip(part.ids, paths, strict=True)]
    if len(set(rests)) > 1 and telling_feature(np.array(rests), part):
        yield _hit(folder, "names of files tell the truth", paths[0].name)


def _files_by_id(paths: list[Path], truth: Truth) -> dict[str, Path]:
    """Files whose name, or a part of it between separators, is the id of a row."""
    ids = {str(row_id) for row_id in truth.ids}
    found: dict[str, Path] = {}
    for path in paths:
        pieces = re.split(r"[^A-Za-z0-9]+", path.name)
        spans = (path.name.split(".")[0], *pieces, *("_".join(pieces[:at]) for at in range(2, len(pieces))))
        found |= {span: path for span in spans if span in ids}
    return found


def _copied_rows(pack_dir: Path, name: str, truth: Truth) -> Iterator[Hit]:
    """Test rows that stand in another table of the instance together with their answer."""
    folder = pack_dir / "problem" / "data" / name
    tables = {
        file.path: grid for file in visible_files(pack_dir) for grid in list(grids(file))[:1] if name in file.path
    }
    test = tables.get(f"{folder.relative_to(pack_dir).as_posix()}/test.csv")
    if test is None or len(test) != len(truth.ids):
        return
    id_column, *inputs = test.columns
    answers = dict(zip(truth.ids, truth.values, strict=True))
    asked = [(*row, answers.get(row_id)) for row_id, *row in zip(*test.columns.values(), strict=True)]
    for path, table in tables.items():
        for target in set(table.columns) - {id_column, *inputs} if set(inputs) <= set(table.columns) else ():
            seen = set(zip(*(table.columns[column] for column in (*inputs, target)), strict=True))
            share = sum(row in seen for row in asked) / len(asked)
            if share >= _COPIED:
                yield _hit(path, "test rows with their answers", f"{share:.0%} of the test rows")


def _hit(path: str, kind: str, detail: str, offset: int = 0) -> Hit:
    return Hit(RULE, path, offset, kind, " ".join(detail.split()))
