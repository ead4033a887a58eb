"""A recipe carried out: raw files become one instance. The same recipe gives the same bytes every time."""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipeline.ports import Store
from pipeline.verify.columns import dtype_of, is_missing
from pipeline.verify.format import ReadError, reader_of
from pipeline.verify.instance import Instance
from pipeline.verify.proposers.split_csv import DROP
from pipeline.verify.target import REGRESSION, class_name
from schemas.data import Recipe, RecipeSource, SplitPart
from schemas.errors import PapergymError

if TYPE_CHECKING:
    import pandas as pd

SOURCE = "__source__"
Frames = Mapping[SplitPart, "pd.DataFrame"]


class RecipeError(PapergymError):
    """A recipe that its files do not bear out: a fault of the data or of the recipe, and how to correct it."""


def materialise(recipe: Recipe, store: Store) -> Instance:
    """The instance of a recipe. Raises RecipeError, and StalledError where the store has lost a file.

    Classes become 0, 1, ... in the order of `recipe.classes`, so that 1 is the positive one of two. Test rows stand in
    an order drawn from `recipe.shuffle_seed`; their new ids count that order and tell nothing else.
    """
    return assemble(recipe, read_parts(recipe, store))


def read_parts(recipe: Recipe, store: Store) -> Frames:
    """The raw rows of each part as text, with every column of the files, the target, and `__source__` (the path)."""
    import pandas as pd

    if recipe.split != "files":
        raise RecipeError(f"The split {recipe.split!r} is not known.", "Use `files`.")
    unknown = [step for step in recipe.steps if step != DROP]
    if unknown:
        raise RecipeError(f"The step {unknown[0]!r} is not known.", f"Use `{DROP}`.")
    frames: dict[SplitPart, pd.DataFrame] = {}
    for part in SplitPart:
        read = [_read(source, recipe, store) for source in recipe.sources if source.part is part]
        frame = _stepped(pd.concat(read, ignore_index=True), recipe) if read else None
        if frame is not None and not frame.empty:
            frames[part] = frame
    for part in (SplitPart.TRAIN, SplitPart.TEST):
        if part not in frames:
            raise RecipeError(f"The {part} part of {recipe.setting_id!r} has no rows.", "Correct the recipe's files.")
    return frames


def _read(source: RecipeSource, recipe: Recipe, store: Store) -> "pd.DataFrame":
    read = reader_of(source.reader)
    if read is None:
        raise RecipeError(f"The reader {source.reader!r} is not known.", "Use the name of a readable format.")
    try:
        frame = read(store.path(source.sha256))
    except ReadError as error:
        raise RecipeError(f"{source.path} cannot be read: {error}.", "Correct the file or the recipe.") from error
    if source.label is not None:
        frame[recipe.target] = source.label
    missing = [name for name in (*recipe.inputs, recipe.target) if name not in frame.columns]
    if missing:
        raise RecipeError(f"{source.path} has no column {missing[0]!r}.", "Correct the recipe's columns.")
    frame[SOURCE] = source.path
    return frame


def _stepped(frame: "pd.DataFrame", recipe: Recipe) -> "pd.DataFrame":
    if DROP not in recipe.steps:
        return frame
    is_value = [not is_absent(value, recipe) for value in frame[recipe.target]]
    return frame[is_value].reset_index(drop=True)


def is_absent(value: str, recipe: Recipe) -> bool:
    """True where a target is missing: a mark of absence, which among class names is only the empty text."""
    if recipe.target_kind == REGRESSION or value not in recipe.classes:
        return is_missing(value)
    return False


def assemble(recipe: Recipe, raw: Frames) -> Instance:
    """The instance from raw parts: typed, encoded, shuffled and numbered. Raises RecipeError."""
    kinds = {name: dtype_of(v for frame in raw.values() for v in frame[name].unique()) for name in recipe.inputs}
    tables = {part: _table(frame, recipe, kinds) for part, frame in raw.items()}
    test = tables[SplitPart.TEST].iloc[_order(len(tables[SplitPart.TEST]), recipe.shuffle_seed)]
    test = _numbered(test.reset_index(drop=True), SplitPart.TEST, recipe)
    validation = tables.get(SplitPart.VALIDATION)
    return Instance(
        setting_id=recipe.setting_id,
        id_column=recipe.id_column,
        inputs=recipe.inputs,
        target=recipe.target,
        target_kind=recipe.target_kind,
        classes=recipe.classes,
        train=_numbered(tables[SplitPart.TRAIN], SplitPart.TRAIN, recipe),
        test_inputs=test[[recipe.id_column, *recipe.inputs]],
        truth=test[[recipe.id_column, recipe.target]],
        validation=None if validation is None else _numbered(validation, SplitPart.VALIDATION, recipe),
    )


def _table(frame: "pd.DataFrame", recipe: Recipe, kinds: Mapping[str, str]) -> "pd.DataFrame":
    import pandas as pd

    columns = {name: _typed(frame[name], kinds[name]) for name in recipe.inputs}
    columns[recipe.target] = _target(frame, recipe)
    return pd.DataFrame(columns)


def _typed(values: "pd.Series", kind: str) -> "pd.Series":
    """Text as it stands; numbers as float64, or as int64 where all are whole and none is missing."""
    import pandas as pd

    if kind not in ("integer", "number"):
        return values
    absent = [is_missing(value) for value in values]
    found = [None if gone else float(value) for gone, value in zip(absent, values, strict=True)]
    numbers = pd.Series(found, dtype="float64")
    small = kind == "integer" and not any(absent) and bool((numbers.abs() < 2**53).all())
    return numbers.astype("int64") if small else numbers


def _target(frame: "pd.DataFrame", recipe: Recipe) -> "pd.Series":
    import pandas as pd

    values = frame[recipe.target]
    if recipe.target_kind != REGRESSION:
        codes = {name: code for code, name in enumerate(recipe.classes)}
        return pd.Series([_code(value, codes, recipe) for value in values], dtype="int64")
    if dtype_of(values) not in ("integer", "number") or any(map(is_missing, values)):
        raise RecipeError(
            f"The target {recipe.target!r} of {recipe.setting_id!r} has values that are no numbers.",
            f"Add the step `{DROP}`, or name another target.",
        )
    return pd.Series([float(value) for value in values], dtype="float64")


def _code(value: str, codes: Mapping[str, int], recipe: Recipe) -> int:
    name = class_name(value)
    if name not in codes:
        raise RecipeError(
            f"The target {recipe.target!r} of {recipe.setting_id!r} has the value {value!r}, which is no class.",
            f"Add the step `{DROP}` if it is missing, or correct the recipe's classes.",
        )
    return codes[name]


def _order(count: int, seed: int) -> list[int]:
    """A permutation by the SHA-256 of seed and row number: the same on every machine and library version."""
    return sorted(range(count), key=lambda row: hashlib.sha256(f"{seed}:{row}".encode()).digest())


def _numbered(frame: "pd.DataFrame", part: SplitPart, recipe: Recipe) -> "pd.DataFrame":
    numbered = frame.copy()
    numbered.insert(0, recipe.id_column, [f"{part}_{number:06d}" for number in range(1, len(frame) + 1)])
    return numbered
