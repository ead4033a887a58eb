"""Tables that come split: train, validation and test files in one folder or with one prefix, also as folds."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.verify.candidate import Candidate, Proposer, is_complete
from pipeline.verify.delimited import HEADERLESS
from pipeline.verify.format import table_formats
from pipeline.verify.names import read_name
from pipeline.verify.target import TEXT, Choice, choose_inputs, choose_target, is_group, kind_of
from schemas.data import Column, DataFile, RecipeSource, SplitPart

KIND = "split_csv"
DROP = "drop_rows_without_target"

_Parts = Mapping[SplitPart, DataFile]


def find(files: Sequence[DataFile]) -> tuple[Candidate, ...]:
    """One candidate per group and fold that has one train and one test file with the same columns."""
    groups: dict[tuple[str, str, int | None], list[tuple[SplitPart, DataFile]]] = defaultdict(list)
    for file in files:
        name = read_name(file.path)
        if is_named_table(file) and name.part:
            group = f"{name.group}/{name.label}" if name.label else name.group
            groups[file.source, group, name.fold].append((name.part, file))
    return tuple(_candidate(key, dict(members)) for key, members in groups.items() if _is_whole(members))


def is_named_table(file: DataFile) -> bool:
    """True for a table whose columns have names of their own."""
    return file.format in table_formats() - {"fasta"} and HEADERLESS not in file.warnings and bool(file.columns)


def _is_whole(members: Sequence[tuple[SplitPart, DataFile]]) -> bool:
    seen = Counter(part for part, _ in members)
    return is_complete(list(seen)) and max(seen.values()) == 1 and bool(_shared(dict(members)))


def _shared(parts: _Parts) -> tuple[Column, ...]:
    """The columns of the train file that every part has, in its order."""
    names = [{column.name for column in file.columns} for file in parts.values()]
    return tuple(c for c in parts[SplitPart.TRAIN].columns if all(c.name in part for part in names))


def _candidate(key: tuple[str, str, int | None], parts: _Parts) -> Candidate:
    source, group, fold = key
    shared = _shared(parts)
    rows = parts[SplitPart.TRAIN].rows or 0
    blank = Candidate(
        proposer=KIND,
        source=source,
        group=group,
        sources=tuple(_source(part, parts[part]) for part in SplitPart if part in parts),
        inputs=choose_inputs(shared, None, rows),
        target=None,
        columns=tuple(column.name for column in shared),
        fold=fold,
        rows={(part, None): file.rows or 0 for part, file in parts.items()},
        confidence=0.0,
    )
    chosen = choose_target(parts[SplitPart.TRAIN].columns, rows)
    if chosen is None:
        return replace(blank, reasons=("no column is named as the target",))
    if not _has_answers(parts[SplitPart.TEST], chosen.name):
        return replace(blank, has_answers=False, reasons=(f"the test file holds no values of {chosen.name!r}",))
    return with_target(blank, chosen, tuple(parts.values()))


def _has_answers(test: DataFile, target: str) -> bool:
    return any(column.name == target and column.distinct for column in test.columns)


def _source(part: SplitPart, file: DataFile) -> RecipeSource:
    return RecipeSource(path=file.path, sha256=file.sha256, part=part, reader=file.format)


def with_target(
    candidate: Candidate, chosen: Choice, files: Sequence[DataFile], inputs: tuple[str, ...] | None = None
) -> Candidate:
    """The candidate with its target column: text where the column's classes cannot be listed."""
    targets = [column for file in files for column in file.columns if column.name == chosen.name]
    as_text = Choice(chosen.name, f"{chosen.name!r} holds text with too many values to be classes", chosen.confidence)
    name, classes, sort = kind_of(targets) or (TEXT, (), as_text)
    features = inputs or tuple(column for column in candidate.inputs if column != chosen.name)
    groups = [column for column in features if is_group(column) and not inputs]
    return replace(
        candidate,
        inputs=tuple(column for column in features if column not in groups),
        target=chosen.name,
        target_kind=name,
        classes=classes,
        steps=(DROP,) if any(column.missing for column in targets) else (),
        reasons=(chosen.reason, sort.reason),
        confidence=min(chosen.confidence, sort.confidence),
    )


PROPOSER = Proposer(kind=KIND, find=find)
