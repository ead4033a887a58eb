"""The transforms of a recipe, one function per step: tables in, a table out. Nothing here runs code of a recipe."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pipeline.verify.columns import is_number
from pipeline.verify.errors import RecipeError
from pipeline.verify.values import absent, dtype_of_all, numbers, texts, typed
from schemas.transforms import Comparison, StepKind, Transform

if TYPE_CHECKING:
    import pandas as pd

Tables = Mapping[str, "pd.DataFrame"]
_Step = Callable[[Transform, "pd.DataFrame", Tables], "pd.DataFrame"]


def transformed(frame: "pd.DataFrame", tables: Tables, transforms: Sequence[Transform]) -> "pd.DataFrame":
    """The table after all steps, its rows numbered anew. Raises RecipeError that names the step."""
    for number, transform in enumerate(transforms, start=1):
        try:
            frame = _STEPS[transform.step](transform, frame, tables).reset_index(drop=True)
        except RecipeError as error:
            raise RecipeError(f"Step {number} ({transform.step}): {error.message}", error.hint) from error
    return frame


def _need(frame: "pd.DataFrame", columns: Sequence[str], where: str = "the table") -> None:
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        raise RecipeError(
            f"{where} has no column {missing[0]!r}.", f"It has: {', '.join(map(str, frame.columns[:20]))}."
        )


def _other(transform: Transform, tables: Tables) -> "pd.DataFrame":
    if transform.table is None or transform.table not in tables:
        raise RecipeError(f"there is no table {transform.table!r}.", "Name the `table` of one of the sources.")
    return tables[transform.table]


def _select(transform: Transform, frame: "pd.DataFrame", tables: Tables) -> "pd.DataFrame":
    _need(frame, transform.columns)
    return frame[list(transform.columns)]


def _rename(transform: Transform, frame: "pd.DataFrame", tables: Tables) -> "pd.DataFrame":
    _need(frame, transform.columns)
    if len(transform.columns) != len(transform.names):
        raise RecipeError("as many `names` as `columns` are needed.", "Correct the step.")
    renamed = frame.rename(columns=dict(zip(transform.columns, transform.names, strict=True)))
    if renamed.columns.has_duplicates:
        raise RecipeError("two columns would have the same name.", "Choose other `names`.")
    return renamed


def _filter(transform: Transform, frame: "pd.DataFrame", tables: Tables) -> "pd.DataFrame":
    _need(frame, transform.columns)
    kept = frame
    for name in transform.columns:
        kept = kept[_keeps(transform, kept[name])]
    return kept


def _keeps(transform: Transform, values: "pd.Series") -> "pd.Series":
    import pandas as pd

    if transform.compare is Comparison.PRESENT:
        return pd.Series(~absent(values), index=values.index)
    if transform.compare in (Comparison.AT_LEAST, Comparison.AT_MOST):
        return _bounded(transform, values)
    is_in = texts(values).set_axis(values.index).isin(transform.values)
    return ~is_in if transform.compare is Comparison.NOT_IN else is_in


def _bounded(transform: Transform, values: "pd.Series") -> "pd.Series":
    if len(transform.values) != 1 or not is_number(transform.values[0]):
        raise RecipeError(f"{transform.compare} needs one number in `values`.", "Correct the step.")
    bound, found = float(transform.values[0]), _as_numbers(values)
    return found >= bound if transform.compare is Comparison.AT_LEAST else found <= bound


def _as_numbers(values: "pd.Series") -> "pd.Series":
    if dtype_of_all([values]) == "text":
        raise RecipeError(f"{values.name!r} holds values that are no numbers.", "Filter them out first.")
    return numbers(values).set_axis(values.index)


def _join(transform: Transform, frame: "pd.DataFrame", tables: Tables) -> "pd.DataFrame":
    other, on = _other(transform, tables), list(transform.columns)
    _need(frame, on)
    _need(other, on, f"the table {transform.table!r}")
    if not on:
        raise RecipeError("a join needs `columns`.", "Name the columns that both tables share.")
    _apart(frame, other.drop(columns=on), transform)
    if other.duplicated(on).any():
        raise RecipeError(f"{transform.table!r} has two rows for one {', '.join(on)}.", "Drop its duplicates first.")
    joined = frame.merge(other, on=on, how="inner" if transform.is_inner else "left", sort=False)
    if not len(joined):
        raise RecipeError("no row has a partner.", "Correct the columns of the join.")
    return joined.fillna(dict.fromkeys(joined.select_dtypes("str").columns, ""))


def _apart(frame: "pd.DataFrame", other: "pd.DataFrame", transform: Transform) -> None:
    both = [name for name in other.columns if name in frame.columns]
    if both:
        raise RecipeError(
            f"both tables have a column {both[0]!r}.", f"Rename it, or select others of {transform.table!r}."
        )


def _align(transform: Transform, frame: "pd.DataFrame", tables: Tables) -> "pd.DataFrame":
    import pandas as pd

    other = _other(transform, tables)
    if len(other) != len(frame):
        raise RecipeError(f"{len(frame)} rows stand beside {len(other)} of {transform.table!r}.", "Rows must pair up.")
    _apart(frame, other, transform)
    return pd.concat([frame, other.set_axis(frame.index)], axis=1)


def _concatenate(transform: Transform, frame: "pd.DataFrame", tables: Tables) -> "pd.DataFrame":
    import pandas as pd

    other = _other(transform, tables)
    _need(other, list(map(str, frame.columns)), f"the table {transform.table!r}")
    return pd.concat([frame, other[list(frame.columns)]], ignore_index=True)


def _drop_duplicates(transform: Transform, frame: "pd.DataFrame", tables: Tables) -> "pd.DataFrame":
    _need(frame, transform.columns)
    return frame.drop_duplicates(list(transform.columns) or None)


def _cast(transform: Transform, frame: "pd.DataFrame", tables: Tables) -> "pd.DataFrame":
    """To text here means: what `materialise` would read as numbers stays text."""
    _need(frame, transform.columns)
    if transform.to not in ("integer", "number", "text"):
        raise RecipeError(f"{transform.to!r} is no type.", "Use `integer`, `number` or `text`.")
    changed = {name: _cast_one(frame[name], transform.to) for name in transform.columns}
    return frame.assign(**changed)


def _cast_one(values: "pd.Series", to: str) -> "pd.Series":
    if to == "text":
        return texts(values).set_axis(values.index)
    found = typed(_as_numbers(values), "number")
    if to == "number":
        return found
    if found.isna().any() or not (found == found.round()).all():
        raise RecipeError(f"{values.name!r} holds values that are no whole numbers.", "Cast it to `number`.")
    return found.astype("int64")


def _one_hot(transform: Transform, frame: "pd.DataFrame", tables: Tables) -> "pd.DataFrame":
    import numpy as np
    import pandas as pd

    _need(frame, transform.columns)
    names = transform.values or transform.columns
    if len(transform.names) != 1 or len(names) != len(transform.columns):
        raise RecipeError("one of `names`, and as many `values` as `columns` are needed.", "Correct the step.")
    flags = np.column_stack([_as_numbers(frame[name]).to_numpy() for name in transform.columns])
    if not (((flags == 0) | (flags == 1)).all() and (flags.sum(axis=1) == 1).all()):
        raise RecipeError("a row does not have exactly one column set to 1.", "Correct the columns.")
    found = pd.Series(np.array(names, dtype=object)[flags.argmax(axis=1)], index=frame.index, dtype="str")
    return frame.drop(columns=list(transform.columns)).assign(**{transform.names[0]: found})


_STEPS: dict[StepKind, _Step] = {
    StepKind.SELECT: _select,
    StepKind.RENAME: _rename,
    StepKind.FILTER: _filter,
    StepKind.JOIN: _join,
    StepKind.ALIGN: _align,
    StepKind.CONCATENATE: _concatenate,
    StepKind.DROP_DUPLICATES: _drop_duplicates,
    StepKind.CAST: _cast,
    StepKind.ONE_HOT: _one_hot,
}
