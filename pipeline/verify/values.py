"""Series of text as numbers, classes and marks of absence: a million at a time, with the rules of `columns`."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from pipeline.verify.profile import TypeGuess, are_marks
from pipeline.verify.target import class_name

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import pyarrow as pa

_LARGEST_WHOLE = 2**53
T = TypeVar("T")


def is_numeric(values: "pd.Series") -> bool:
    """True for a series that holds numbers already."""
    return bool(values.dtype.kind in "biuf")


def dtype_of_all(parts: "Iterable[pd.Series]") -> str:
    """`integer`, `number`, `text` or `empty` of a column over all parts of a split."""
    import pyarrow.compute as pc

    guess, is_empty, kinds = TypeGuess(), True, set()
    for values in parts:
        if is_numeric(values):
            kinds.add("number" if values.dtype.kind == "f" else "integer")
            continue
        texts = _arrow(values)
        present = _trimmed(texts.filter(pc.invert(are_marks(texts))))
        is_empty = is_empty and not len(present)
        guess.add(present)
    if not is_empty:
        kinds.add(guess.dtype)
    return next((kind for kind in ("text", "number", "integer") if kind in kinds), "empty")


def absent(values: "pd.Series") -> "np.ndarray":
    """Which values are missing: NaN, or a mark of absence. Shape (n,)."""
    import numpy as np

    if is_numeric(values):
        return values.isna().to_numpy()
    return np.asarray(are_marks(_arrow(values)))


def numbers(values: "pd.Series") -> "pd.Series":
    """Text as float64, NaN where it is missing; numbers as they are."""
    import pandas as pd
    import pyarrow as pa
    import pyarrow.compute as pc

    if is_numeric(values):
        return values
    texts = _arrow(values)
    present = pc.if_else(are_marks(texts), pa.scalar(None, pa.large_string()), _trimmed(texts))
    found = present.cast(pa.float64())
    return pd.Series(found.to_numpy(zero_copy_only=False), dtype="float64")


def typed(values: "pd.Series", kind: str) -> "pd.Series":
    """Text as it stands; numbers as float64, or as int64 where all are whole, small and none is missing."""
    if kind not in ("integer", "number") or is_numeric(values):
        return values
    found = numbers(values)
    is_whole = kind == "integer" and not found.isna().any() and bool((found.abs() < _LARGEST_WHOLE).all())
    return found.astype("int64") if is_whole else found


def each_distinct(values: "pd.Series", rule: "Callable[[str], T]") -> "tuple[np.ndarray, list[T]]":
    """Codes (n,) into a list of what a rule says of each different value."""
    import pandas as pd

    codes, found = pd.factorize(values, use_na_sentinel=False)
    return codes, [rule("" if value != value else str(value)) for value in found]


def classes(values: "pd.Series") -> "pd.Series":
    """The class of each value in its one spelling."""
    import numpy as np
    import pandas as pd

    codes, names = each_distinct(values, class_name)
    return pd.Series(np.array(names, dtype=object)[codes] if names else [], dtype="str")


def texts(values: "pd.Series") -> "pd.Series":
    """Anything as text; nothing for what is missing."""
    import pandas as pd

    if not is_numeric(values):
        return values.astype("str").fillna("")
    return pd.Series(["" if value != value else str(value) for value in values], dtype="str")


def _arrow(values: "pd.Series") -> "pa.Array":
    import pyarrow as pa
    import pyarrow.compute as pc

    found: Any = pa.array(values, pa.large_string(), from_pandas=True)
    whole = found.combine_chunks() if isinstance(found, pa.ChunkedArray) else found
    return pc.fill_null(whole, "")


def _trimmed(values: "pa.Array") -> "pa.Array":
    import pyarrow.compute as pc

    return pc.utf8_trim_whitespace(values)
