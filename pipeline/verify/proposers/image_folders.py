"""Pictures in folders that say part and class: train/cat/1.png, test/dog/7.png. Small ones become tables of pixels."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from pipeline.verify.arrays import MOST_COLUMNS, column_names, inner_shape
from pipeline.verify.candidate import Candidate, Proposer, is_complete
from pipeline.verify.columns import ALL_VALUES
from pipeline.verify.names import read_name
from pipeline.verify.pictures import PIXELS
from schemas.data import DataFile, RecipeSource, SplitPart

KIND = "image_folders"
TARGET = "label"
_FORMATS = ("jpeg", "png", "tiff")
_SURE = 0.9
_Placed = tuple[DataFile, SplitPart, str]


def find(files: Sequence[DataFile]) -> tuple[Candidate, ...]:
    """One candidate per folder tree whose train and test folders hold the same classes, at least two."""
    groups: dict[tuple[str, str], list[_Placed]] = defaultdict(list)
    for file in files:
        folders = PurePosixPath(file.path).parts[:-1]
        part = read_name("/".join((*folders[:-1], "image.png"))).part
        if file.format in _FORMATS and part and file.columns:
            group = read_name("/".join((*folders[:-1], "image"))).group
            groups[file.source, group.removesuffix("image").strip("/")].append((file, part, folders[-1]))
    return tuple(_candidate(key, members) for key, members in groups.items() if _is_whole(members))


def _is_whole(members: Sequence[_Placed]) -> bool:
    classes = {part: {label for _, each, label in members if each is part} for _, part, _ in members}
    if not is_complete(list(classes)):
        return False
    named = classes[SplitPart.TRAIN]
    return 2 <= len(named) <= ALL_VALUES and all(found == named for found in classes.values())


def _candidate(key: tuple[str, str], members: Sequence[_Placed]) -> Candidate:
    source, group = key
    shapes = {inner_shape(file.columns[0]) for file, _, _ in members}
    classes = tuple(sorted({label for _, _, label in members}))
    rows: Counter[tuple[SplitPart, str | None]] = Counter()
    for _, part, label in members:
        rows.update([(part, label), (part, None)])
    names = column_names(PIXELS, (2, *next(iter(shapes)))) if len(shapes) == 1 else ()
    found = Candidate(
        proposer=KIND,
        source=source,
        group=group,
        sources=tuple(_source(*member) for member in sorted(members, key=lambda each: each[0].path)),
        inputs=names,
        target=TARGET,
        target_kind="binary" if len(classes) == 2 else "multiclass",
        classes=classes,
        rows=dict(rows),
        reasons=("the folder of a picture is its class", "pixels are the inputs"),
        confidence=_SURE,
    )
    if len(names) and len(names) <= MOST_COLUMNS:
        return found
    why = f"pictures of {len(names)} values" if names else "pictures of several sizes"
    return replace(found, inputs=(), target=None, reasons=(f"{why} are no table of pixels",), confidence=0.0)


def _source(file: DataFile, part: SplitPart, label: str) -> RecipeSource:
    return RecipeSource(path=file.path, sha256=file.sha256, part=part, label=label, reader=file.format)


PROPOSER = Proposer(kind=KIND, find=find)
