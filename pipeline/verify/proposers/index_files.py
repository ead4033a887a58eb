"""One table, and lists of row numbers beside it: train_idx.npy and test_idx.npy, or lists in JSON, also as folds."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.verify.candidate import Candidate, Proposer, is_complete
from pipeline.verify.names import read_name, tokens_of
from pipeline.verify.proposers.split_csv import is_named_table, with_target
from pipeline.verify.splitting import INDICES
from pipeline.verify.target import choose_inputs, choose_target
from schemas.data import DataFile, RecipeSource, SplitPart
from schemas.transforms import ReaderOptions, SplitRule

KIND = "index_files"
_WORDS_TEXT = "idx idxs index indexes indices inds ind rows splits split"
_WORDS = frozenset(_WORDS_TEXT.split())
_SURE = 0.85


@dataclass(frozen=True)
class _List:
    """A list of row numbers: where it is read from, and the part and fold that its name says."""

    source: RecipeSource
    fold: int | None


def find(files: Sequence[DataFile]) -> tuple[Candidate, ...]:
    """One candidate per folder tree and fold: where exactly one table has a target, and the lists are complete."""
    candidates: list[Candidate] = []
    for source in dict.fromkeys(file.source for file in files):
        mine = [file for file in files if file.source == source]
        lists = [found for file in mine for found in _lists(file)]
        listed = {found.source.path for found in lists}
        tables = [file for file in mine if _may_be_split(file) and file.path not in listed]
        if lists and len(tables) == 1:
            candidates += _candidates(tables[0], lists)
    return tuple(candidates)


def _may_be_split(file: DataFile) -> bool:
    return is_named_table(file) and read_name(file.path).part is None and len(file.columns) > 1


def _lists(file: DataFile) -> Iterator[_List]:
    if not _WORDS & set(tokens_of(file.path.rsplit("/", 1)[-1])):
        return
    if file.format == "json":
        keys = [column.name for column in file.columns if column.dtype.startswith("list[")]
        yield from (_list(file, f"{key}.list", key) for key in keys if read_name(f"{key}.list").part)
    elif read_name(file.path).part and _holds_numbers(file):
        yield _list(file, file.path, None)


def _holds_numbers(file: DataFile) -> bool:
    """True for one column of whole numbers, and nothing else."""
    if file.format == "txt":
        return bool(file.preview) and all(line.strip().isdigit() for line in file.preview)
    if len(file.columns) != 1:
        return False
    dtype = file.columns[0].dtype
    return dtype == "integer" or (file.format == "npy" and dtype.startswith(("int", "uint")) and "[" not in dtype)


def _list(file: DataFile, path: str, key: str | None) -> _List:
    name = read_name(path)
    options = ReaderOptions(key=key) if key else None
    source = RecipeSource(path=file.path, sha256=file.sha256, part=name.part, reader=file.format, options=options)
    return _List(source, name.fold)


def _candidates(table: DataFile, lists: Sequence[_List]) -> Iterator[Candidate]:
    folds: dict[int | None, list[RecipeSource]] = defaultdict(list)
    for each in lists:
        folds[each.fold].append(each.source)
    for fold, sources in folds.items():
        parts = [source.part for source in sources if source.part]
        if is_complete(parts) and len(set(parts)) == len(parts):
            ordered = sorted(sources, key=lambda source: list(SplitPart).index(source.part or SplitPart.TRAIN))
            yield _candidate(table, ordered, fold)


def _candidate(table: DataFile, lists: Sequence[RecipeSource], fold: int | None) -> Candidate:
    rows = table.rows or 0
    blank = Candidate(
        proposer=KIND,
        source=table.source,
        group=read_name(table.path).group,
        sources=(RecipeSource(path=table.path, sha256=table.sha256, reader=table.format), *lists),
        inputs=choose_inputs(table.columns, None, rows),
        target=None,
        columns=tuple(column.name for column in table.columns),
        fold=fold,
        split=INDICES,
        split_rule=SplitRule(),
        confidence=0.0,
    )
    chosen = choose_target(table.columns, rows)
    if chosen is None:
        return replace(blank, reasons=("no column is named as the target",))
    found = with_target(blank, chosen, [table])
    said = f"the rows come apart by the numbers in {', '.join(dict.fromkeys(each.path for each in lists))}, from 0 on"
    return replace(found, reasons=(*found.reasons, said), confidence=min(_SURE, found.confidence))


PROPOSER = Proposer(kind=KIND, find=find)
