"""What the texts of a pack say of its tables, next to the tables."""

import re
from collections.abc import Iterator

from pipeline.pack import layout, tree
from pipeline.pack.checks.check import PackFaultError
from pipeline.pack.checks.view import PackView
from pipeline.pack.files import sha256_of

_FILE_ROW = re.compile(r"^\| `(data/[^`]+)` \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
_INSTANCE_ROW = re.compile(r"^\| `([^`]+)` \| (\d+) \| (\d+|none) \| (\d+) \|$", re.MULTILINE)


def untrue(view: PackView) -> Iterator[str]:
    """Sizes and hashes that differ from those on disk, and tables that a text leaves out."""
    yield from _overview(view)
    yield from _readme(view)
    yield from _croissant(view)


def _tables(view: PackView) -> set[str]:
    """The files of problem/data, relative to problem/."""
    return {path for path in tree.files_under(view.pack_dir / "problem") if path.startswith("data/")}


def _overview(view: PackView) -> Iterator[str]:
    rows = _FILE_ROW.findall(view.sections(layout.DESCRIPTION).get("Dataset Overview", ""))
    listed = {path: tuple(map(int, sizes)) for path, *sizes in rows}
    yield from (f"the dataset overview leaves out {path}" for path in sorted(_tables(view) - listed.keys()))
    for path, sizes in listed.items():
        found = _sizes(view, path)
        if sizes != found:
            yield f"the dataset overview gives {path} the rows, columns and bytes {sizes}, on disk they are {found}"


def _sizes(view: PackView, path: str) -> tuple[int, int, int] | None:
    file = view.pack_dir / "problem" / path
    if not file.is_file():
        return None
    table = view.table(file.relative_to(view.pack_dir))
    return len(table.rows), len(table.header), file.stat().st_size


def _readme(view: PackView) -> Iterator[str]:
    section = view.sections(layout.README).get("Dataset Information", "")
    stated = {name: tuple(counts) for name, *counts in _INSTANCE_ROW.findall(section)}
    for name in view.instances:
        found = tuple(_rows(view, name, part) for part in ("train", "validation", "test"))
        if stated.get(name) != found:
            yield f"README.md gives {name} the rows {stated.get(name)}, on disk they are {found}"


def _rows(view: PackView, name: str, part: str) -> str:
    path = layout.DATA / name / f"{part}.csv"
    return str(len(view.table(path).rows)) if (view.pack_dir / path).is_file() else "none"


def _croissant(view: PackView) -> Iterator[str]:
    try:
        listed = {f["contentUrl"]: f["sha256"] for f in view.json(layout.CROISSANT)["distribution"]}
    except (KeyError, TypeError) as error:
        raise PackFaultError(f"{layout.CROISSANT} has no distribution of files with addresses and hashes") from error
    there = {f"problem/{path}" for path in _tables(view)}
    yield from (f"{path} is on one side only of croissant.json and disk" for path in sorted(there ^ listed.keys()))
    for path in sorted(there & listed.keys()):
        if sha256_of(view.pack_dir / path) != listed[path]:
            yield f"{path} has another hash than croissant.json says"
