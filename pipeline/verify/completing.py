"""A proposal with what a model says of the columns that are open in it, each word held against the files."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.verify.candidate import Candidate
from pipeline.verify.columns import ALL_VALUES
from pipeline.verify.proposers.split_csv import with_target
from pipeline.verify.splitting import COLUMN
from pipeline.verify.target import SPLITS, Choice, is_id
from schemas.answers.verify import RecipeAnswer
from schemas.data import Column, DataFile
from schemas.transforms import SplitRule

_NAMED = 0.7


def needs_split(candidate: Candidate) -> bool:
    """True where nothing says how the rows come apart."""
    return candidate.split == COLUMN and candidate.split_rule is None


def files_of(candidate: Candidate, files: Sequence[DataFile]) -> list[DataFile]:
    """The files that a candidate reads."""
    paths = {source.path for source in candidate.sources}
    return [file for file in files if file.source == candidate.source and file.path in paths]


def completed(candidate: Candidate, answer: RecipeAnswer, files: Sequence[DataFile]) -> Candidate | str:
    """The candidate with target, inputs and split of the answer where these are open; or what does not hold."""
    mine = files_of(candidate, files)
    split = _with_split(candidate, answer, mine)
    return split if isinstance(split, str) else _with_target(split, answer, mine)


def _with_split(candidate: Candidate, answer: RecipeAnswer, files: Sequence[DataFile]) -> Candidate | str:
    if not needs_split(candidate):
        given = answer.split_column or answer.train or answer.validation or answer.test
        return "the files themselves say how the rows come apart: leave the split empty" if given else candidate
    column = _column(answer.split_column, files)
    if column is None:
        return f"there is no column {answer.split_column!r} that could tell the parts apart"
    problem = _of_values(column, answer)
    if problem:
        return problem
    return replace(
        candidate,
        inputs=tuple(name for name in candidate.inputs if name != column.name),
        split_rule=SplitRule(column=column.name, train=answer.train, validation=answer.validation, test=answer.test),
        reasons=(f"a model says that the rows come apart by the column {column.name!r}",),
    )


def _of_values(column: Column, answer: RecipeAnswer) -> str:
    """What is wrong with the values of a split; they must all stand in the column, each in one part."""
    if not 2 <= (column.distinct or 0) <= ALL_VALUES:
        return f"the column {column.name!r} has {column.distinct} values, and so does not tell parts apart"
    named = (*answer.train, *answer.validation, *answer.test)
    if not answer.train or not answer.test:
        return "a split needs values for `train` and for `test`"
    if len(set(named)) < len(named):
        return "a value of the split stands in two parts"
    strange = [value for value in named if value not in column.sample]
    return f"the column {column.name!r} holds no value {strange[0]!r}" if strange else ""


def _with_target(candidate: Candidate, answer: RecipeAnswer, files: Sequence[DataFile]) -> Candidate | str:
    if candidate.target is not None:
        given = answer.target not in ("", candidate.target) or set(answer.inputs) - {*candidate.inputs}
        return f"the files say that the target is {candidate.target!r}: leave the columns empty" if given else candidate
    mark = candidate.split_rule.column if candidate.split_rule else None
    problem = _of_columns(candidate, answer, files, mark)
    if problem:
        return problem
    chosen = Choice(answer.target, f"a model named {answer.target!r} as the target", _NAMED)
    found = with_target(replace(candidate, has_answers=True), chosen, files, answer.inputs or None)
    return replace(found, reasons=(*found.reasons, *candidate.reasons)) if found.target else found.reasons[0]


def _of_columns(candidate: Candidate, answer: RecipeAnswer, files: Sequence[DataFile], mark: str | None) -> str:
    """What is wrong with the named target and inputs."""
    strange = [name for name in (answer.target, *answer.inputs) if name not in candidate.columns]
    if strange:
        return f"the files have no column {strange[0]!r}"
    rows = max((file.rows or 0 for file in files), default=0)
    target = _column(answer.target, files)
    if target is None or is_id(target, rows) or answer.target == mark or not all(_has(answer.target, f) for f in files):
        return f"{answer.target!r} cannot be the target: an id, the mark of the split, or without values in a part"
    for name in answer.inputs:
        column = _column(name, files)
        if name in (answer.target, mark) or column is None or is_id(column, rows) or SPLITS.fullmatch(name.strip()):
            return f"{name!r} cannot be an input: the target, an id, or the mark of the split"
    return ""


def _has(name: str, file: DataFile) -> bool:
    return any(column.name == name and column.distinct for column in file.columns)


def _column(name: str, files: Sequence[DataFile]) -> Column | None:
    return next((column for file in files for column in file.columns if column.name == name), None)
