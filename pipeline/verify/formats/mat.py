"""MATLAB files: version 5 by the headers of its variables, version 7.3 as the HDF5 that it is.

Cells, structs and function handles are listed by their class and never read.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.verify.arrays import column_of, frame_of, size_of
from pipeline.verify.damage import reading
from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.formats import hdf5
from schemas.data import Column
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_VERSION_5 = b"MATLAB 5.0 MAT-file"
_VERSION_7_3 = b"MATLAB 7.3 MAT-file"
_CLASSES = {"double": "f8", "single": "f4", "logical": "u1", **{f"int{n}": f"i{n // 8}" for n in (8, 16, 32, 64)}}
_CLASSES |= {f"uint{n}": f"u{n // 8}" for n in (8, 16, 32, 64)}


def _is_hdf5(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_VERSION_7_3)) == _VERSION_7_3


def _variables(path: Path) -> list[tuple[str, tuple[int, ...], str]]:
    from scipy.io import whosmat
    from scipy.io.matlab import MatReadError

    try:
        with reading("not a MATLAB file"):
            return [(name, tuple(map(int, shape)), kind) for name, shape, kind in whosmat(str(path))]
    except MatReadError as error:
        raise ReadError(f"not a MATLAB file: {error}") from error


def _load(path: Path, name: str) -> "np.ndarray":
    from scipy.io import loadmat

    with reading(f"{name} cannot be read"):
        array: np.ndarray = loadmat(str(path), variable_names=[name])[name]
        return array


def _describe(path: Path) -> Description:
    if _is_hdf5(path):
        found = hdf5.describe(path, is_transposed=True)
        columns = tuple(column for column in found.columns if not column.name.startswith("#"))
        return Description(None, columns, warnings=found.warnings)
    variables = _variables(path)
    odd = [f"{name}: a {kind}: listed, not read" for name, _, kind in variables if kind not in (*_CLASSES, "char")]
    return Description(None, tuple(_column(path, *each) for each in variables), warnings=tuple(odd))


def _column(path: Path, name: str, shape: tuple[int, ...], kind: str) -> Column:
    import numpy as np

    if kind not in _CLASSES:
        return Column(name=name, dtype=kind)
    turned = shape[::-1] if len(shape) == 2 and shape[0] == 1 else shape
    return column_of(name, turned, np.dtype(_CLASSES[kind]), lambda: _load(path, name))


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    if _is_hdf5(path):
        return hdf5.read(path, options, is_transposed=True)
    known: dict[str, Any] = {name: (shape, kind) for name, shape, kind in _variables(path)}
    if options.key not in known:
        raise ReadError(f"there is no variable {options.key!r}, only {', '.join(list(known)[:20])}")
    shape, kind = known[options.key]
    if kind not in _CLASSES:
        raise ReadError(f"{options.key} is a {kind}: not read")
    size_of(options.key, shape, None)
    return frame_of(_load(path, options.key), options.key)


FORMAT = Format(
    name="mat",
    order=9,
    matches=lambda head, name: head.startswith((_VERSION_5, _VERSION_7_3)),
    describe=_describe,
    read=_read,
)
