"""Arrays as columns: what a file of arrays holds, and a vector or matrix as a table."""

import itertools
import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pipeline.verify.columns import sample_of
from pipeline.verify.format import ReadError
from pipeline.verify.names import PARTS, tokens_of
from schemas.data import Column

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

ONE_HOT = " one-hot"
_LOOKED_AT = 64 * 2**20
_READ = 4 * 2**30
MOST_COLUMNS = 5_000
_MOST_CLASSES = 50
_TABLE_KINDS = "biufUSO"
_PART = "|".join(PARTS)
_FUSED = re.compile(rf"(?i)\b([xy])_?({_PART})(?=\b|_)|\b({_PART})_?([xy])(?=\b|_)")


def column_of(name: str, shape: tuple[int, ...], dtype: Any, load: "Callable[[], np.ndarray] | None" = None) -> Column:
    """An array as a column: its dtype with the shape after the first axis.

    A vector of up to 64 MiB is looked at for its values, and a narrow matrix for whether it is one-hot.
    """
    inner = "x".join(str(size) for size in shape[1:])
    plain = Column(name=name, dtype=f"{dtype}[{inner}]" if inner else str(dtype))
    size = math.prod(shape) * getattr(dtype, "itemsize", 8)
    if load is None or not shape or not size or size > _LOOKED_AT or getattr(dtype, "kind", "O") not in "biufUS":
        return plain
    if is_vector(shape):
        return _described(plain, load().ravel())
    if len(shape) == 2 and 2 <= shape[1] <= _MOST_CLASSES and _is_one_hot(load()):
        return plain.model_copy(update={"dtype": plain.dtype + ONE_HOT})
    return plain


def is_vector(shape: tuple[int, ...]) -> bool:
    """True for one value per row: (n,), and the (n, 1) and (1, n) in which MATLAB writes vectors."""
    return len(shape) == 1 or (len(shape) == 2 and 1 in shape)


def _described(plain: Column, values: "np.ndarray") -> Column:
    import numpy as np

    missing = int(np.isnan(values).sum()) if values.dtype.kind == "f" else 0
    distinct = np.unique(values[~np.isnan(values)] if missing else values)
    texts = [str(value) for value in as_text(distinct[: 10 * len(PARTS)])]
    return plain.model_copy(update={"missing": missing, "distinct": len(distinct), "sample": sample_of(texts)})


def _is_one_hot(values: "np.ndarray") -> bool:
    if values.dtype.kind not in "biuf":
        return False
    return bool(((values == 0) | (values == 1)).all() and (values.sum(axis=1) == 1).all())


def as_text(values: "np.ndarray") -> "np.ndarray":
    """Bytes as text, all else as it is."""
    import numpy as np

    return np.char.decode(values, "utf-8", "replace") if values.dtype.kind == "S" else values


def spelled_apart(text: str) -> str:
    """Names such as `Xtrain` and `testy` with their two words apart."""
    return _FUSED.sub(lambda found: "_".join(filter(None, found.groups())), text)


def base_name(key: str | None) -> str:
    """A name for the columns of an array that is the same in every part: `x` of `x_train` and `/test/x`."""
    words = [word for word in tokens_of(spelled_apart(key or "")) if word not in PARTS]
    return "_".join(words) or "value"


def size_of(name: str, shape: tuple[int, ...], dtype: Any) -> None:
    """Refuses arrays that no table can be, by their header. Raises ReadError."""
    if getattr(dtype, "hasobject", False) and dtype.kind != "O":
        raise ReadError(f"{name} holds objects: not loaded")
    if math.prod(shape) * max(1, getattr(dtype, "itemsize", 8)) > _READ:
        raise ReadError(f"{name} is larger than {_READ} bytes")
    if not shape:
        raise ReadError(f"{name} is one value, not an array")
    if not is_vector(shape) and math.prod(shape[1:]) > MOST_COLUMNS:
        raise ReadError(
            f"{name} has {math.prod(shape[1:])} values a row, more than {MOST_COLUMNS}: too wide for a table"
        )


def frame_of(array: "np.ndarray", key: str | None) -> "pd.DataFrame":
    """A vector as one column `<base>`, a matrix as `<base>_0`, `<base>_1` ..., an image as `<base>_<row>_<column>`.

    Raises ReadError for objects and for what is too large.
    """
    import pandas as pd

    base = base_name(key)
    size_of(key or "the array", array.shape, array.dtype)
    if array.dtype.kind not in _TABLE_KINDS:
        raise ReadError(f"{key or 'the array'} holds {array.dtype}: no numbers and no text")
    values = as_text(array)
    if values.dtype.kind in "UO":
        values = values.astype("str").astype(object)
    names = column_names(base, values.shape)
    flat = values.reshape(-1, len(names))
    return pd.DataFrame({name: _series(flat[:, index]) for index, name in enumerate(names)})


def column_names(base: str, shape: tuple[int, ...]) -> tuple[str, ...]:
    """The columns of an array of a shape, in the order of its values (the last axis runs first)."""
    if is_vector(shape):
        return (base,)
    places = itertools.product(*(range(size) for size in shape[1:]))
    return tuple("_".join((base, *map(str, place))) for place in places)


def inner_shape(column: Column) -> tuple[int, ...]:
    """The shape after the first axis, from a column that `column_of` made."""
    found = re.search(r"\[([\dx]+)\]", column.dtype)
    return tuple(int(size) for size in found.group(1).split("x")) if found else ()


def _series(values: "np.ndarray") -> "pd.Series":
    import pandas as pd

    if values.dtype.kind == "O":
        return pd.Series(values, dtype="str")
    return pd.Series(values.astype("int64") if values.dtype.kind == "b" else values)
