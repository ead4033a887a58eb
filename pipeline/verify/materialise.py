"""A recipe carried out: raw files become one instance. The same recipe gives the same bytes every time."""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipeline.metrics.oracles import oracles
from pipeline.ports import Store
from pipeline.verify import splitting
from pipeline.verify.errors import RecipeError
from pipeline.verify.format import ReadError, read_frame
from pipeline.verify.instance import Instance
from pipeline.verify.proposers.split_csv import DROP
from pipeline.verify.target import MULTI_LABEL, MULTI_TARGET, SEVERAL, TEXT, WITHOUT_CLASSES, class_name
from pipeline.verify.transforming import transformed
from pipeline.verify.values import absent, dtype_of_all, each_distinct, numbers, texts, typed
from schemas.data import Recipe, RecipeSource, SplitPart
from schemas.task import ReferenceType
from schemas.transforms import ReaderOptions, SplitRule, StepKind

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

Frames = Mapping[SplitPart, "pd.DataFrame"]
_WRITER = "csv"
_SPLITS = (splitting.FILES, splitting.COLUMN, splitting.INDICES, splitting.RANDOM)


def materialise(recipe: Recipe, store: Store) -> Instance:
    """The instance of a recipe. Raises RecipeError, and StalledError where the store has lost a file.

    Classes become 0, 1, ... in the order of `recipe.classes`, so that 1 is the positive one of two. Test rows stand in
    an order drawn from `recipe.shuffle_seed`; their new ids count that order and tell nothing else.
    """
    return assemble(recipe, read_parts(recipe, store))


def read_parts(recipe: Recipe, store: Store) -> Frames:
    """The raw rows of each part after the transforms, with every column and the target."""
    _refuse(recipe)
    split = _by_files if recipe.split == splitting.FILES else _split_later
    frames = {part: _stepped(frame, recipe) for part, frame in split(recipe, store).items()}
    kept = {part: frames[part] for part in SplitPart if part in frames and not frames[part].empty}
    needed = (SplitPart.TEST,) if recipe.kind is ReferenceType.ORACLE else (SplitPart.TRAIN, SplitPart.TEST)
    for part in needed:
        if part not in kept:
            raise RecipeError(f"The {part} part of {recipe.setting_id!r} has no rows.", "Correct the recipe's files.")
    return kept


def _refuse(recipe: Recipe) -> None:
    if recipe.script:
        raise RecipeError(
            f"The recipe is a program ({recipe.script}).", "It is recorded for a human and never run here."
        )
    if recipe.split not in _SPLITS:
        raise RecipeError(f"The split {recipe.split!r} is not known.", f"Use one of: {', '.join(_SPLITS)}.")
    if recipe.writer != _WRITER:
        raise RecipeError(f"The writer {recipe.writer!r} is not known.", f"Use `{_WRITER}`.")
    if recipe.kind is ReferenceType.ORACLE and recipe.oracle not in oracles():
        raise RecipeError(f"The oracle {recipe.oracle!r} is not known.", f"Use one of: {', '.join(sorted(oracles()))}.")
    if not recipe.target and (recipe.steps or any(source.label for source in recipe.sources)):
        raise RecipeError("A distribution has no target to drop or to label.", "Leave out `steps` and labels.")
    unknown = [step for step in recipe.steps if step != DROP]
    if unknown:
        raise RecipeError(f"The step {unknown[0]!r} is not known.", f"Use `{DROP}`.")


def _by_files(recipe: Recipe, store: Store) -> Frames:
    parts = [part for part in SplitPart if any(source.part is part for source in recipe.sources)]
    return {part: _whole([s for s in recipe.sources if s.part is part], recipe, store) for part in parts}


def _split_later(recipe: Recipe, store: Store) -> Frames:
    rule = recipe.split_rule or SplitRule()
    frame = _whole([source for source in recipe.sources if source.part is None], recipe, store)
    if recipe.split == splitting.COLUMN:
        return splitting.by_column(frame, rule)
    if recipe.split == splitting.RANDOM:
        return splitting.at_random(frame, rule)
    lists = {source.part: _read(source, recipe, store) for source in recipe.sources if source.part}
    return splitting.by_indices(frame, lists, rule)


def _whole(sources: list[RecipeSource], recipe: Recipe, store: Store) -> "pd.DataFrame":
    """The table at hand, that of the first source, after all transforms."""
    import pandas as pd

    if not sources:
        raise RecipeError(f"{recipe.setting_id!r} has no source to read.", "Add `sources` to the recipe.")
    read: dict[str | None, list[pd.DataFrame]] = {}
    for source in sources:
        frame = _read(source, recipe, store)
        if not recipe.transforms:
            _need(frame, recipe, source.path)
        read.setdefault(source.table, []).append(frame)
    tables = {name: pd.concat(frames, ignore_index=True) for name, frames in read.items()}
    named = {name: frame for name, frame in tables.items() if name is not None}
    whole = transformed(tables[sources[0].table], named, recipe.transforms)
    _need(whole, recipe, "The table after its steps")
    return whole


def _need(frame: "pd.DataFrame", recipe: Recipe, where: str) -> None:
    missing = [name for name in (*recipe.inputs, *recipe.target_columns) if name not in frame.columns]
    if missing:
        raise RecipeError(f"{where} has no column {missing[0]!r}.", "Correct the recipe's columns.")


def _read(source: RecipeSource, recipe: Recipe, store: Store) -> "pd.DataFrame":
    try:
        frame = read_frame(source.reader, store.path(source.sha256), source.options or ReaderOptions())
    except LookupError as error:
        raise RecipeError(
            f"The reader {source.reader!r} is not known.", "Use the name of a readable format."
        ) from error
    except ReadError as error:
        raise RecipeError(f"{source.path} cannot be read: {error}.", "Correct the file or the recipe.") from error
    if source.label is not None:
        frame[recipe.target] = source.label
    return frame


def _stepped(frame: "pd.DataFrame", recipe: Recipe) -> "pd.DataFrame":
    import numpy as np

    if DROP not in recipe.steps:
        return frame
    gone = [_is_absent(frame[name], recipe) for name in recipe.target_columns]
    found: pd.DataFrame = frame[~np.logical_and.reduce(gone)].reset_index(drop=True)
    return found


def _is_absent(target: "pd.Series", recipe: Recipe) -> "np.ndarray":
    """Where a target is missing: a mark of absence that is not the name of a class."""
    gone = absent(target)
    return gone if recipe.target_kind in WITHOUT_CLASSES else gone & ~target.isin(recipe.classes).to_numpy()


def assemble(recipe: Recipe, raw: Frames) -> Instance:
    """The instance from raw parts: typed, encoded, shuffled and numbered. Raises RecipeError."""
    kinds = {name: _kind(name, recipe, raw) for name in recipe.inputs}
    tables = {part: _table(frame, recipe, kinds) for part, frame in raw.items()}
    test = tables[SplitPart.TEST].iloc[_order(len(tables[SplitPart.TEST]), recipe.shuffle_seed)]
    test = _numbered(test.reset_index(drop=True), SplitPart.TEST, recipe)
    validation = tables.get(SplitPart.VALIDATION)
    is_hidden = recipe.kind is ReferenceType.DISTRIBUTION
    return Instance(
        setting_id=recipe.setting_id,
        id_column=recipe.id_column,
        inputs=recipe.inputs,
        target=recipe.target,
        targets=recipe.targets,
        target_kind=recipe.target_kind,
        classes=recipe.classes,
        train=_numbered(tables.get(SplitPart.TRAIN, tables[SplitPart.TEST].iloc[:0]), SplitPart.TRAIN, recipe),
        test_inputs=test[[recipe.id_column, *(() if is_hidden else recipe.inputs)]],
        truth=test[[recipe.id_column, *(recipe.inputs if is_hidden else recipe.target_columns)]],
        validation=None if validation is None else _numbered(validation, SplitPart.VALIDATION, recipe),
        kind=recipe.kind,
        oracle=recipe.oracle,
    )


def _table(frame: "pd.DataFrame", recipe: Recipe, kinds: Mapping[str, str]) -> "pd.DataFrame":
    import pandas as pd

    columns = {name: typed(frame[name], kinds[name]) for name in recipe.inputs}
    columns |= {name: _target(frame[name], name, recipe) for name in recipe.target_columns}
    return pd.DataFrame(columns)


def _kind(name: str, recipe: Recipe, raw: Frames) -> str:
    """The type of an input over all parts; text where the recipe casts it to text."""
    casts = (step for step in recipe.transforms if step.step is StepKind.CAST and step.to == "text")
    if any(name in step.columns for step in casts):
        return "text"
    return dtype_of_all(frame[name] for frame in raw.values())


def _target(values: "pd.Series", name: str, recipe: Recipe) -> "pd.Series":
    if recipe.target_kind == TEXT:
        return texts(values)
    if recipe.target_kind not in WITHOUT_CLASSES:
        return _codes(values, recipe)
    is_partial = recipe.target_kind in SEVERAL
    kinds = ("integer", "number", "empty") if is_partial else ("integer", "number")
    if dtype_of_all([values]) not in kinds or (absent(values).any() and not is_partial):
        raise RecipeError(
            f"The target {name!r} of {recipe.setting_id!r} has values that are no numbers.",
            f"Add the step `{DROP}`, or name another target.",
        )
    found = numbers(values).astype("float64")
    return _labels(found, name, recipe) if recipe.target_kind == MULTI_LABEL else found


def _labels(values: "pd.Series", name: str, recipe: Recipe) -> "pd.Series":
    """0 and 1 as whole numbers, with a mark where the label is not known."""
    odd = values[~values.isin((0.0, 1.0)) & values.notna()]
    if len(odd):
        raise RecipeError(
            f"The label {name!r} of {recipe.setting_id!r} has the value {odd.iloc[0]:g}, which is neither 0 nor 1.",
            f"Correct the file, or use the kind `{MULTI_TARGET}`.",
        )
    return values.map({0.0: "0", 1.0: "1"}).astype("object").where(values.notna(), None)


def _codes(values: "pd.Series", recipe: Recipe) -> "pd.Series":
    import numpy as np
    import pandas as pd

    known = {name: code for code, name in enumerate(recipe.classes)}
    positions, found = each_distinct(values, lambda value: _code(value, known, recipe))
    return pd.Series(np.array(found, dtype="int64")[positions], dtype="int64")


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
    numbered.insert(0, recipe.id_column, _ids(part, len(frame)))
    return numbered


def _ids(part: SplitPart, count: int) -> "pd.Series":
    """`train_000001` and so on, made as one block of text: ten million Python strings would take a gigabyte."""
    import numpy as np
    import pandas as pd
    import pyarrow as pa
    import pyarrow.compute as pc

    counted = pa.array(np.arange(1, count + 1)).cast(pa.large_string())
    padded = pc.utf8_lpad(counted, 6, "0")
    made = pc.binary_join_element_wise(
        pa.scalar(f"{part}_", pa.large_string()), padded, pa.scalar("", pa.large_string())
    )
    return pd.Series(made, dtype="str")
