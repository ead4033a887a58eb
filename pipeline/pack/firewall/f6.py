"""F6: the answers in what a solver sees: in the content of files (see `pipeline.leakage`), and in the files as such."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from pipeline.leakage import Answers, Truth, longest_needle, visible_files
from pipeline.leakage import scan as scan_files
from pipeline.leakage.associations import telling_feature, telling_order
from pipeline.leakage.streams import KNOWN, columns_of
from pipeline.leakage.visible import OVERLAP, TABLES
from pipeline.pack.firewall.answers import FOLDER, truths
from pipeline.pack.firewall.hit import Hit
from pipeline.pack.firewall.secrets import Secrets

RULE = "F6"
TITLE = "The answers are nowhere in sight"

_COPIED = 0.5


def scan(pack_dir: Path, secrets: Secrets) -> tuple[Hit, ...]:
    """Hashes, bytes, values and orderings of every truth in every visible file, and features that tell it."""
    answers = [
        (name, Answers(truth, b"" if at else (pack_dir / FOLDER / name / "truth.csv").read_bytes()))
        for name, columns in truths(pack_dir).items()
        for at, truth in enumerate(columns)
    ]
    return tuple(dict.fromkeys(_hits(pack_dir, answers)))


def _hits(pack_dir: Path, answers: Sequence[tuple[str, Answers]]) -> Iterator[Hit]:
    sought = {f"{name} {at}": one for at, (name, one) in enumerate(answers)}
    files = visible_files(pack_dir, max(OVERLAP, longest_needle(sought)))
    for leak in scan_files(files, sought):
        yield Hit(RULE, leak.path, leak.offset, leak.kind, leak.detail)
    for name, one in answers:
        yield from _in_files(pack_dir, one.truth)
        yield from _copied_rows(pack_dir, name, one.truth)


def _in_files(pack_dir: Path, truth: Truth) -> Iterator[Hit]:
    """A file per row: its time, its size, its folder and the rest of its name, against the truth."""
    problem = pack_dir / "problem"
    by_id = _files_by_id([path for path in sorted(problem.rglob("*")) if path.is_file()], truth)
    known = np.array([row_id in by_id for row_id in truth.ids])
    if float(known.mean()) < KNOWN:
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
    test = folder / "test.csv"
    if not test.is_file():
        return
    names, rows = _rows(test)
    answers = dict(zip(truth.ids, truth.values, strict=True))
    asked = {(*row[1:], answers[row[0]]) for row in rows if row and row[0] in answers}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in TABLES and path.is_file() and not path.is_symlink():
            share = _share_told(path, names[1:], asked)
            if share >= _COPIED:
                yield _hit(
                    path.relative_to(pack_dir).as_posix(), "test rows with their answers", f"{share:.0%} of them"
                )


def _share_told(path: Path, inputs: tuple[str, ...], asked: set[tuple[str, ...]]) -> float:
    """The largest share of the asked rows (inputs, answer) in a table, over all possible target columns."""
    told: dict[str, set[tuple[str, ...]]] = {}
    for block in columns_of(path):
        columns = {column: values.to_pylist() for column, values in block.items()}
        for target in columns.keys() - set(inputs) if set(inputs) <= columns.keys() else ():
            seen = zip(*(columns[column] for column in (*inputs, target)), strict=True)
            told.setdefault(target, set()).update(row for row in seen if row in asked)
    return max((len(found) / len(asked) for found in told.values()), default=0.0) if asked else 0.0


def _rows(path: Path) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Column names and rows of a table."""
    names: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = []
    for block in columns_of(path):
        names = tuple(block)
        rows += zip(*(values.to_pylist() for values in block.values()), strict=True)
    return names, rows


def _hit(path: str, kind: str, detail: str) -> Hit:
    return Hit(RULE, path, 0, kind, " ".join(detail.split()))
