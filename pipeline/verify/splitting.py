"""Rows of one table coming apart: by a column, by lists of row numbers, or at random from a seed."""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipeline.verify.errors import RecipeError
from pipeline.verify.values import absent, dtype_of_all, numbers, texts
from schemas.data import SplitPart
from schemas.transforms import SplitRule

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

COLUMN, FILES, INDICES, RANDOM = "column", "files", "indices", "random"
Parts = dict[SplitPart, "pd.DataFrame"]


def by_column(frame: "pd.DataFrame", rule: SplitRule) -> Parts:
    """Rows by the value of a column; the values must be told apart, rows with another value are left out."""
    values = texts(_column(frame, rule.column, "column")).str.strip()
    wanted = {SplitPart.TRAIN: rule.train, SplitPart.VALIDATION: rule.validation, SplitPart.TEST: rule.test}
    every = [value for found in wanted.values() for value in found]
    if len(set(every)) < len(every):
        raise RecipeError("The split gives one value to two parts.", "Correct its `train`, `validation` and `test`.")
    return {part: _rows(frame, values.isin(found).to_numpy()) for part, found in wanted.items() if found}


def by_indices(frame: "pd.DataFrame", lists: Mapping[SplitPart, "pd.DataFrame"], rule: SplitRule) -> Parts:
    """Rows by their numbers, counted from `rule.base`, in the order of the lists."""
    return {
        part: frame.iloc[_positions(found, len(frame), rule.base)].reset_index(drop=True)
        for part, found in lists.items()
    }


def _positions(found: "pd.DataFrame", rows: int, base: int) -> "np.ndarray":
    import numpy as np

    column = found[found.columns[0]]
    is_whole = dtype_of_all([column]) == "integer" and not absent(column).any()
    positions = numbers(column).astype("int64").to_numpy() - base if is_whole else np.array([-1])
    if (positions < 0).any() or (positions >= rows).any():
        raise RecipeError(
            f"A list of row numbers holds values outside {base} to {base + rows - 1}.",
            "Correct the list, or the `base` of the split.",
        )
    return positions


def at_random(frame: "pd.DataFrame", rule: SplitRule) -> Parts:
    """Shares of the rows, or of each value of `stratify`, or whole groups; drawn by SHA-256 from the seed.

    The same on every machine and library version: no random generator is involved.
    """
    if len(rule.ratio) != 3 or min(rule.ratio) < 0 or abs(sum(rule.ratio) - 1) > 1e-9:
        raise RecipeError("A random split needs a `ratio` of three shares with the sum 1.", "Correct the split.")
    import numpy as np
    import pandas as pd

    groups = (
        texts(_column(frame, rule.group, "group")) if rule.group else pd.Series(np.arange(len(frame))).astype("str")
    )
    codes, names = pd.factorize(groups)
    strata = _strata(frame, rule, codes, len(names))
    part_of = np.empty(len(names), dtype=object)
    sizes = np.bincount(codes, minlength=len(names))
    for stratum in np.unique(strata):
        units = np.flatnonzero(strata == stratum)
        drawn = sorted(map(int, units), key=lambda unit: hashlib.sha256(f"{rule.seed}:{names[unit]}".encode()).digest())
        _deal(np.array(drawn), sizes, rule.ratio, part_of)
    return {part: _rows(frame, (part_of == part)[codes]) for part in SplitPart if (part_of == part).any()}


def _strata(frame: "pd.DataFrame", rule: SplitRule, codes: "np.ndarray", count: int) -> "np.ndarray":
    """The stratum of each unit: the value of `stratify` in its first row."""
    import numpy as np
    import pandas as pd

    if not rule.stratify:
        return np.zeros(count, dtype="int64")
    values, _ = pd.factorize(texts(_column(frame, rule.stratify, "stratify")))
    _, first = np.unique(codes, return_index=True)
    return values[first]


def _deal(drawn: "np.ndarray", sizes: "np.ndarray", ratio: tuple[float, ...], part_of: "np.ndarray") -> None:
    """Test first, then validation, then train; a unit goes where its middle row falls."""
    middle = sizes[drawn].cumsum() - sizes[drawn] / 2
    share = middle / sizes[drawn].sum()
    part_of[drawn] = SplitPart.TRAIN
    part_of[drawn[share < ratio[1] + ratio[2]]] = SplitPart.VALIDATION
    part_of[drawn[share < ratio[2]]] = SplitPart.TEST


def _column(frame: "pd.DataFrame", name: str | None, field: str) -> "pd.Series":
    if name not in frame.columns:
        raise RecipeError(f"The split needs a column {name!r}, which the table has not.", f"Correct its `{field}`.")
    return frame[name]


def _rows(frame: "pd.DataFrame", mask: "np.ndarray") -> "pd.DataFrame":
    return frame[mask].reset_index(drop=True)
