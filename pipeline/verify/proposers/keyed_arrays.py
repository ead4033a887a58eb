"""Arrays whose names say part and role: x_train and y_test in npz, mat or HDF5, X_train.npy files, groups in HDF5."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.verify.arrays import MOST_COLUMNS, ONE_HOT, base_name, column_names, inner_shape, is_vector, spelled_apart
from pipeline.verify.candidate import Candidate, Proposer, is_complete
from pipeline.verify.names import read_name, tokens_of
from pipeline.verify.target import kind_of
from schemas.data import Column, DataFile, RecipeSource, SplitPart
from schemas.transforms import ReaderOptions, StepKind, Transform

KIND = "keyed_arrays"
_FORMATS = ("hdf5", "mat", "npz")
_INPUTS = frozenset(
    ("x", "xs", "data", "feature", "features", "input", "inputs", "image", "images", "sequence", "sequences")
)
_TARGETS = frozenset(("y", "ys", "label", "labels", "target", "targets", "output", "outputs", "class", "classes"))
_X, _Y = "x", "y"


@dataclass(frozen=True)
class _Array:
    """One array: the file it lies in, its key there, and what its name says."""

    file: DataFile
    column: Column
    key: str
    role: str
    part: SplitPart
    group: tuple[str, int | None]


def find(files: Sequence[DataFile]) -> tuple[Candidate, ...]:
    """One candidate per group and fold with one array of inputs and one of targets in each part."""
    groups: dict[tuple[str, str, int | None], list[_Array]] = defaultdict(list)
    for file in files:
        for array in _arrays(file):
            groups[file.source, array.group[0], array.group[1]].append(array)
    found = ((key, _paired(members)) for key, members in groups.items())
    return tuple(_candidate(key, parts) for key, parts in found if parts)


def _arrays(file: DataFile) -> Iterator[_Array]:
    if file.format == "npy":
        yield from filter(None, [_array(file, file.columns[0], file.path.removesuffix(".npy"))] if file.columns else [])
    elif file.format in _FORMATS:
        stem = file.path.rsplit(".", 1)[0]
        yield from filter(None, (_array(file, column, f"{stem}/{column.name}") for column in file.columns))


def _array(file: DataFile, column: Column, path: str) -> _Array | None:
    apart = spelled_apart(path)
    name = read_name(f"{apart}.array")
    words = tokens_of(name.group)
    last = [_X if word in _INPUTS else _Y for word in words if word in _INPUTS | _TARGETS]
    if name.part is None or not last:
        return None
    rest = "_".join(word for word in words if word not in _INPUTS | _TARGETS)
    key = column.name if file.format != "npy" else base_name(path.rsplit("/", 1)[-1])
    return _Array(file, column, key, last[-1], name.part, (rest, name.fold))


_Pairs = dict[SplitPart, tuple[_Array, _Array]]


def _paired(members: Sequence[_Array]) -> _Pairs:
    """Inputs and targets by part; empty where a part lacks one, has two, or its arrays are shaped unlike the others."""
    by_place: dict[tuple[SplitPart, str], list[_Array]] = defaultdict(list)
    for array in members:
        by_place[array.part, array.role].append(array)
    parts = [part for part in SplitPart if (part, _X) in by_place or (part, _Y) in by_place]
    if not is_complete(parts) or any(len(by_place[part, role]) != 1 for part in parts for role in (_X, _Y)):
        return {}
    pairs = {part: (by_place[part, _X][0], by_place[part, _Y][0]) for part in parts}
    shapes = {tuple((base_name(array.key), inner_shape(array.column)) for array in pair) for pair in pairs.values()}
    return pairs if len(shapes) == 1 else {}


def _candidate(key: tuple[str, str, int | None], pairs: _Pairs) -> Candidate:
    source, group, fold = key
    x, y = pairs[SplitPart.TRAIN]
    shape = (2, *inner_shape(x.column))
    names = column_names(base_name(x.key), shape)
    blank = Candidate(
        proposer=KIND,
        source=source,
        group=group,
        sources=tuple(_source(array) for pair in pairs.values() for array in pair),
        inputs=names,
        target=None,
        columns=names[:20],
        fold=fold,
        transforms=(Transform(step=StepKind.ALIGN, table=_Y),),
        confidence=0.0,
    )
    if len(names) > MOST_COLUMNS:
        return replace(blank, reasons=(f"{x.key} has {len(names)} values a row: too wide for a table",))
    return _with_target(blank, y, {part: pair[1].column for part, pair in pairs.items()})


def _source(array: _Array) -> RecipeSource:
    return RecipeSource(
        path=array.file.path,
        sha256=array.file.sha256,
        part=array.part,
        reader=array.file.format,
        table=array.role,
        options=ReaderOptions(key=array.key),
    )


def _with_target(blank: Candidate, y: _Array, columns: Mapping[SplitPart, Column]) -> Candidate:
    target = base_name(y.key)
    reasons = ("the names of the arrays say part, inputs and target", f"inputs and {target!r} pair up row by row")
    inner = inner_shape(y.column)
    if y.column.dtype.endswith(ONE_HOT):
        classes = tuple(str(number) for number in range(inner[0]))
        flags = column_names(target, (2, *inner))
        step = Transform(step=StepKind.ONE_HOT, columns=flags, names=(target,), values=classes)
        kind = "binary" if len(classes) == 2 else "multiclass"
        found = replace(blank, target=target, target_kind=kind, classes=classes, confidence=0.85)
        said = (*reasons, f"{target!r} is one-hot with {len(classes)} classes")
        return replace(found, transforms=(*blank.transforms, step), reasons=said)
    if not is_vector((2, *inner)):
        return replace(blank, reasons=(f"{y.key} holds {'x'.join(map(str, inner))} targets a row: name one of them",))
    sort = kind_of([_typed(column) for column in columns.values()])
    if sort is None:
        return replace(blank, reasons=(f"{y.key} holds text with too many values to be classes",))
    name, classes, choice = sort
    return replace(
        blank,
        target=target,
        target_kind=name,
        classes=classes,
        reasons=(*reasons, choice.reason),
        confidence=min(0.9, choice.confidence),
    )


def _typed(column: Column) -> Column:
    """The column of an array with the type that a table of its values would have."""
    kind = column.dtype.lstrip("<>=|")
    dtype = "number" if kind.startswith("float") else "integer" if kind.startswith(("int", "uint", "bool")) else "text"
    return column.model_copy(update={"dtype": dtype})


PROPOSER = Proposer(kind=KIND, find=find)
