"""NumPy arrays (.npy). Described by the header; arrays of objects hold pickles and are never loaded."""

from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from pipeline.verify.arrays import column_of, frame_of, size_of
from pipeline.verify.damage import reading
from pipeline.verify.format import Description, Format
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

MAGIC = b"\x93NUMPY"


def read_header(file: "IO[bytes]") -> "tuple[tuple[int, ...], Any]":
    """Shape and dtype from the header of an array file. Raises ReadError."""
    from numpy.lib import format as npy

    with reading("not an array file"):
        version = npy.read_magic(file)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, _, dtype = read(file)
        return shape, dtype


def _load(path: Path) -> "np.ndarray":
    """The array, mapped from the file: only what is touched is read."""
    import numpy as np

    with reading("not an array file"):
        array: np.ndarray = np.load(path, mmap_mode="r", allow_pickle=False)
        return array


def _describe(path: Path) -> Description:
    with path.open("rb") as file:
        shape, dtype = read_header(file)
    warnings = ("an array of objects: a pickle, not loaded",) if dtype.hasobject else ()
    load = None if dtype.hasobject else lambda: _load(path)
    columns = (column_of("array", shape, dtype, load),)
    return Description(shape[0] if shape else None, columns, warnings=warnings)


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    with path.open("rb") as file:
        shape, dtype = read_header(file)
    size_of(options.key or "the array", shape, dtype)
    return frame_of(_load(path), options.key)


FORMAT = Format(name="npy", order=10, matches=lambda head, name: head.startswith(MAGIC), describe=_describe, read=_read)
