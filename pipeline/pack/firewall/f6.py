"""F6: the answers in what a solver sees, as bytes, as values, as an order, or told by one feature."""

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import numpy as np

from pipeline.pack.firewall.answers import FOLDER, truths
from pipeline.pack.firewall.associations import Floats, Strings, Truth, numbers, telling_feature, telling_order
from pipeline.pack.firewall.grids import Grid, grids
from pipeline.pack.firewall.hit import Hit
from pipeline.pack.firewall.runs import truth_run
from pipeline.pack.firewall.secrets import Secrets
from pipeline.pack.firewall.visible import VisibleFile, visible_files

RULE = "F6"
TITLE = "The answers are nowhere in sight"

_KNOWN = 0.9
_COPIED = 0.5
_DIGESTS = ("md5", "sha1", "sha256", "sha512")


def scan(pack_dir: Path, secrets: Secrets) -> tuple[Hit, ...]:
    """Hashes, bytes, values and orderings of every truth in every visible file, and features that tell it."""
    files = visible_files(pack_dir)
    hits: list[Hit] = []
    for name, truth in truths(pack_dir).items():
        content = (pack_dir / FOLDER / name / "truth.csv").read_bytes()
        needles = tuple(_needles(content, truth))
        for file in files:
            hits += _in_bytes(file, needles)
            hits += _in_values(file, truth)
        hits += _in_files(pack_dir, truth)
        hits += _copied_rows(pack_dir, name, truth)
    return tuple(dict.fromkeys(hits))


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
        at = file.data.find(needle) if "file" in kind else lowered.find(needle)
        if at >= 0:
            yield _hit(file.path, kind, needle[:40].decode(errors="replace"), at)


def _in_values(file: VisibleFile, truth: Truth) -> Iterator[Hit]:
    if (at := truth_run(file.text, truth)) is not None:
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
    """Folders with a file per row: times and sizes of the files, and their order by name, against the truth."""
    problem = pack_dir / "problem"
    for folder in sorted({path.parent for path in problem.rglob("*") if path.is_file()}):
        place = {PurePosixPath(path.name).stem: path.stat() for path in folder.iterdir() if path.is_file()}
        if not _holds_ids(np.array(list(place)), truth):
            continue
        known = np.array([value in place for value in truth.ids])
        part = Truth(truth.ids[known], truth.values[known], truth.is_class)
        for kind, field in (("modification times", "st_mtime_ns"), ("file sizes", "st_size")):
            feature = np.array([float(getattr(place[value], field)) for value in part.ids])
            if telling_order(feature, part) and len(set(feature)) > 1:
                yield _hit(folder.relative_to(pack_dir).as_posix(), f"{kind} tell the truth", folder.name)


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
