"""Archives of NumPy arrays (.npz). Headers are read, and of arrays only vectors and what a recipe asks for."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.verify.arrays import column_of, frame_of, size_of
from pipeline.verify.damage import reading
from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.formats.npy import read_header
from pipeline.verify.ziphead import first_member
from schemas.data import Column
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_MEMBERS = 1000
_SUFFIX = ".npy"


@contextmanager
def _archive(path: Path) -> Iterator[zipfile.ZipFile]:
    with reading("not an archive of arrays"), zipfile.ZipFile(path) as archive:
        yield archive


def _load(archive: zipfile.ZipFile, name: str) -> "np.ndarray":
    """An array by its header: no more bytes are unpacked than the header names."""
    from numpy.lib import format as npy

    with reading(f"{name} cannot be read"), archive.open(name) as member:
        return npy.read_array(member, allow_pickle=False)


def _describe(path: Path) -> Description:
    columns: list[Column] = []
    rows: set[int] = set()
    warnings = []
    with _archive(path) as archive:
        for name in archive.namelist()[:_MEMBERS]:
            with archive.open(name) as member:
                shape, dtype = read_header(member)
            load = None if dtype.hasobject else partial(_load, archive, name)
            columns.append(column_of(name.removesuffix(_SUFFIX), shape, dtype, load))
            rows.add(shape[0] if shape else 1)
            if dtype.hasobject:
                warnings.append(f"{name}: an array of objects: a pickle, not loaded")
    return Description(rows.pop() if len(rows) == 1 else None, tuple(columns), warnings=tuple(warnings))


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    with _archive(path) as archive:
        name = f"{options.key}{_SUFFIX}"
        if options.key is None or name not in archive.namelist():
            raise ReadError(f"there is no array {options.key!r}, only {', '.join(archive.namelist()[:20])}")
        with archive.open(name) as member:
            size_of(options.key, *read_header(member))
        return frame_of(_load(archive, name), options.key)


FORMAT = Format(
    name="npz",
    order=11,
    matches=lambda head, name: first_member(head).endswith(_SUFFIX),
    describe=_describe,
    read=_read,
)
