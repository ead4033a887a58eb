"""Submissions that must get no score (K4.9). Each is written from the truth, so that only its form can be at fault."""

import os
import pickle
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from pipeline.pack.checks.submission import Material, Rows, Writer, answers, header_of, write_rows
from pipeline.pack.kinds import Kind

MARKER = "executed"
"""Name of the file, beside the submissions, that a payload leaves behind if anything ever runs it."""


class _Payload:
    """Unpickles to a call that writes the marker."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return os.mkdir, (str(self.marker),)


def malformed(marker: Path, kind: Kind, width: int) -> dict[str, Writer]:
    """Every malformed submission by what is wrong with it: what any kind refuses, and what this one does not allow
    in the `width` cells of an answer."""
    broken = {name: _broken(name, kind) for name in kind.malformed(("0",) * width)}
    return broken | {
        "missing file": lambda folder, material: None,
        "missing folder": lambda folder, material: folder.rmdir(),
        "empty file": lambda folder, material: _write(folder, material, b""),
        "header only": lambda folder, material: write_rows(folder, material.instance, ()),
        "wrong format (JSON)": lambda folder, material: _write(folder, material, b'{"id": 1}'),
        "wrong format (binary)": lambda folder, material: _write(folder, material, bytes(range(256)) * 8),
        "too few rows": lambda folder, material: _rows(folder, material, answers(material)[:-1]),
        "too many rows": lambda folder, material: _rows(
            folder, material, [*answers(material), ("more", *answers(material)[0][1:])]
        ),
        "wrong ids": lambda folder, material: _rows(folder, material, [(f"{i}x", *v) for i, *v in answers(material)]),
        "duplicated ids": lambda folder, material: _rows(folder, material, list(_duplicated(material))),
        "ids that are paths": lambda folder, material: _rows(folder, material, list(_as_paths(material))),
        "extra column": _extra_column,
        "missing column": _missing_column,
        "other column names": _other_names,
        "no header": _no_header,
        "pickle": lambda folder, material: _write(folder, material, pickle.dumps(_Payload(marker))),
        "object array": lambda folder, material: _write(folder, material, _object_array(marker)),
        "symlink to the truth": lambda folder, material: _link(folder, material, material.truth_path),
        "folder is a symlink": _linked_folder,
        "path traversal": lambda folder, material: _link(folder, material, _upwards(folder, material)),
        "folder for a file": lambda folder, material: (folder / material.instance.file).mkdir(),
        "named pipe": lambda folder, material: os.mkfifo(folder / material.instance.file),
        "oversized file": _oversized,
    }


def _write(folder: Path, material: Material, content: bytes) -> None:
    (folder / material.instance.file).write_bytes(content)


def _rows(folder: Path, material: Material, rows: Rows) -> None:
    write_rows(folder, material.instance, rows)


def _broken(name: str, kind: Kind) -> Writer:
    """The first row broken in one of the ways of a kind."""

    def write(folder: Path, material: Material) -> None:
        (first, *cells), *rest = answers(material)
        write_rows(folder, material.instance, [(first, *kind.malformed(tuple(cells))[name]), *rest])

    return write


def _duplicated(material: Material) -> Iterator[tuple[str, ...]]:
    first, *rest = answers(material)
    yield from (first, first, *rest[1:]) if rest else (first, first)


def _as_paths(material: Material) -> Iterator[tuple[str, ...]]:
    (_, *cells), *rest = answers(material)
    yield from ((f"../../{material.truth_path}", *cells), *rest)


def _extra_column(folder: Path, material: Material) -> None:
    header = (*header_of(material.instance), "extra")
    write_rows(folder, material.instance, [(*row, "1") for row in answers(material)], header)


def _missing_column(folder: Path, material: Material) -> None:
    rows = [row[:-1] for row in answers(material)]
    write_rows(folder, material.instance, rows, header_of(material.instance)[:-1])


def _other_names(folder: Path, material: Material) -> None:
    write_rows(folder, material.instance, answers(material), [f"other_{name}" for name in header_of(material.instance)])


def _no_header(folder: Path, material: Material) -> None:
    first, *rest = answers(material)
    write_rows(folder, material.instance, rest, first)


def _object_array(marker: Path) -> bytes:
    import numpy as np

    stream = BytesIO()
    np.save(stream, np.array([_Payload(marker)], dtype=object), allow_pickle=True)
    return stream.getvalue()


def _link(folder: Path, material: Material, target: Path) -> None:
    (folder / material.instance.file).symlink_to(target)


def _upwards(folder: Path, material: Material) -> Path:
    return Path(os.path.relpath(material.truth_path, folder))


def _linked_folder(folder: Path, material: Material) -> None:
    """A link to a folder that holds the right answers under the right name."""
    elsewhere = folder.parent.with_name(f"{folder.parent.name}-{folder.name}-elsewhere")
    elsewhere.mkdir(parents=True)
    write_rows(elsewhere, material.instance, answers(material))
    folder.rmdir()
    folder.symlink_to(elsewhere, target_is_directory=True)


def _oversized(folder: Path, material: Material) -> None:
    """The right answers and then a hole, so that the file is large and takes no room."""
    write_rows(folder, material.instance, answers(material))
    os.truncate(folder / material.instance.file, material.instance.max_bytes + 1)
