"""Arrays: an .npz file with one array per id, read without unpickling and never larger than announced."""

import io
import lzma
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib import format as npy

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission, check_ids, shown

UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
    *(ValueError, KeyError, RuntimeError, NotImplementedError, OSError, EOFError),
)
"""What a broken or hostile archive may raise."""


def read_truth_arrays(raw: bytes, instance: Instance) -> dict[str, Any]:
    """Every array by its id; the number of values of each is bounded by the size of the file only."""
    with opened(raw) as archive:
        names = ids_in(archive, instance.n_rows)
        truth = {row_id: read_array(archive, row_id, None, "iufb", 2**34) for row_id in names}
    if len(truth) != instance.n_rows:
        raise InvalidSubmission(f"{len(truth)} arrays, not {instance.n_rows}")
    return truth


def read_arrays(raw: bytes, shapes: dict[str, tuple[int, ...]], kinds: str, check: Callable[[Any], Any]) -> list[Any]:
    """The arrays in the order of `shapes`, each of its shape and of a type among `kinds`, after `check`."""
    with opened(raw) as archive:
        names = ids_in(archive, len(shapes))
        known = set(names)
        check_ids([n for n in names if n not in shapes], [n for n in shapes if n not in known], len(shapes))
        return [check(read_array(archive, row_id, shape, kinds)) for row_id, shape in shapes.items()]


def opened(raw: bytes) -> zipfile.ZipFile:
    """The archive in a file."""
    if not raw:
        raise InvalidSubmission("the file is empty")
    try:
        return zipfile.ZipFile(io.BytesIO(raw))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as fault:
        raise InvalidSubmission(f"the file is not an .npz file: {shown(str(fault))}") from fault


def ids_in(archive: zipfile.ZipFile, most: int) -> list[str]:
    """The ids of the arrays: the names of the entries less `.npy`."""
    names = archive.namelist()
    if len(names) > most:
        raise InvalidSubmission(f"there are more than {most} arrays")
    if any(not name.endswith(".npy") for name in names):
        raise InvalidSubmission("an entry of the file is no .npy array")
    if len(set(names)) < len(names):
        raise InvalidSubmission("the file repeats an id")
    return [name.removesuffix(".npy") for name in names]


def read_array(
    archive: zipfile.ZipFile, row_id: str, shape: tuple[int, ...] | None, kinds: str, most: int = 2**31
) -> Any:
    """One array. Its header is judged before a value is read."""
    try:
        with archive.open(f"{row_id}.npy") as stream:
            version = npy.read_magic(stream)
            read_header = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[version]
            found, is_fortran, dtype = read_header(stream)
            check_header(row_id, found, dtype, shape, kinds, most)
            size = int(np.prod(found, dtype=np.int64)) * dtype.itemsize
            values = stream.read(size + 1)
    except UNREADABLE as fault:
        raise InvalidSubmission(f"the array {shown(row_id)} cannot be read: {shown(str(fault))}") from fault
    if len(values) != size:
        raise InvalidSubmission(f"the array {shown(row_id)} is not as long as its header says")
    return np.frombuffer(values, dtype=dtype).reshape(found, order="F" if is_fortran else "C")


def check_header(
    row_id: str, found: tuple[int, ...], dtype: Any, shape: tuple[int, ...] | None, kinds: str, most: int
) -> None:
    """Refuse what is no plain array of the expected shape and type."""
    if dtype.hasobject or dtype.names is not None or dtype.kind not in kinds:
        raise InvalidSubmission(f"the array {shown(row_id)} holds {shown(str(dtype))}, not numbers of the right type")
    if shape is not None and found != shape:
        raise InvalidSubmission(f"the array {shown(row_id)} has the shape {found}, not {shape}")
    if np.prod(found, dtype=float) * dtype.itemsize > most:
        raise InvalidSubmission(f"the array {shown(row_id)} is too large")


def all_finite(array: Any) -> Any:
    """The array, where none of its values is NaN or infinite."""
    if not np.isfinite(array).all():
        raise InvalidSubmission("an array holds NaN or infinite values")
    return array


def all_counts(array: Any) -> Any:
    """The array, where none of its values is negative."""
    if array.size and array.min() < 0:
        raise InvalidSubmission("an array holds negative numbers")
    return array.astype(np.int64)
