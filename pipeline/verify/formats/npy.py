"""NumPy arrays (.npy). Only the header is read; arrays of objects hold pickles and are never loaded."""

from pathlib import Path
from typing import IO, Any

from pipeline.verify.format import Description, Format, ReadError
from schemas.data import Column


def read_header(file: "IO[bytes]") -> "tuple[tuple[int, ...], Any]":
    """Shape and dtype from the header of an array file. Raises ReadError."""
    from numpy.lib import format as npy

    try:
        version = npy.read_magic(file)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, _, dtype = read(file)
    except (ValueError, EOFError, TypeError, SyntaxError) as error:
        raise ReadError(f"not an array file: {error}") from error
    return shape, dtype


def column_of(name: str, shape: tuple[int, ...], dtype: Any) -> Column:
    """An array as a column: its dtype with the shape after the first axis."""
    inner = "x".join(str(size) for size in shape[1:])
    return Column(name=name, dtype=f"{dtype}[{inner}]" if inner else str(dtype))


def _describe(path: Path) -> Description:
    with path.open("rb") as file:
        shape, dtype = read_header(file)
    warnings = ("an array of objects: a pickle, not loaded",) if dtype.hasobject else ()
    return Description(shape[0] if shape else None, (column_of("array", shape, dtype),), warnings=warnings)


FORMAT = Format(name="npy", order=10, matches=lambda head, name: head.startswith(b"\x93NUMPY"), describe=_describe)
