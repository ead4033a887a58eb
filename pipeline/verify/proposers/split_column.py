"""One table with a column that says which part a row belongs to, or which of k published folds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.verify.candidate import Candidate, Proposer
from pipeline.verify.columns import ALL_VALUES, is_integer
from pipeline.verify.names import PARTS, read_name, tokens_of
from pipeline.verify.proposers.split_csv import is_named_table, with_target
from pipeline.verify.splitting import COLUMN
from pipeline.verify.target import SPLITS, choose_inputs, choose_target, class_name
from schemas.data import Column, DataFile, RecipeSource, SplitPart
from schemas.transforms import SplitRule

KIND = "split_column"


def find(files: Sequence[DataFile]) -> tuple[Candidate, ...]:
    """The candidates of each table whose own name is no part of a split."""
    tables = (file for file in files if is_named_table(file) and read_name(file.path).part is None)
    return tuple(candidate for file in tables for candidate in _of_table(file))


def _of_table(file: DataFile) -> Iterator[Candidate]:
    marked = [column for column in file.columns if SPLITS.fullmatch(column.name.strip())]
    rules = [(column, fold, rule) for column in marked for fold, rule in _rules(column)]
    if len({column.name for column, _, _ in rules}) == 1:
        yield from (_candidate(file, column, fold, rule) for column, fold, rule in rules)


def _rules(column: Column) -> Iterator[tuple[int | None, SplitRule]]:
    """One rule where the values are parts; one per fold where they are numbered folds: a fold is its own test part."""
    if not 2 <= (column.distinct or 0) <= ALL_VALUES or column.missing:
        return
    said = {value: {PARTS[word] for word in tokens_of(value) if word in PARTS} for value in column.sample}
    if all(len(parts) == 1 for parts in said.values()):
        by_part = {part: tuple(value for value in said if part in said[value]) for part in SplitPart}
        if by_part[SplitPart.TRAIN] and by_part[SplitPart.TEST]:
            named = {part.value: values for part, values in by_part.items()}
            yield None, SplitRule(column=column.name, **named)
    elif all(is_integer(class_name(value)) for value in column.sample):
        for value in sorted(column.sample, key=lambda value: int(class_name(value))):
            rest = tuple(other for other in column.sample if other != value)
            yield int(class_name(value)), SplitRule(column=column.name, train=rest, test=(value,))


def _candidate(file: DataFile, column: Column, fold: int | None, rule: SplitRule) -> Candidate:
    others = [each for each in file.columns if each.name != column.name]
    blank = Candidate(
        proposer=KIND,
        source=file.source,
        group=read_name(file.path).group,
        sources=(RecipeSource(path=file.path, sha256=file.sha256, reader=file.format),),
        inputs=choose_inputs(others, None, file.rows or 0),
        target=None,
        columns=tuple(each.name for each in others),
        fold=fold,
        split=COLUMN,
        split_rule=rule,
        confidence=0.0,
    )
    chosen = choose_target(others, file.rows or 0)
    if chosen is None:
        return replace(blank, reasons=("no column is named as the target",))
    found = with_target(blank, chosen, [file])
    what = f"fold {fold} of the column {column.name!r}" if fold is not None else f"the column {column.name!r}"
    return replace(found, reasons=(*found.reasons, f"the rows come apart by {what}"))


PROPOSER = Proposer(kind=KIND, find=find)
