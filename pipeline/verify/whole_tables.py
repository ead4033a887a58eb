"""Tables that come in one piece: what is left to choose from where no files come split."""

from collections.abc import Sequence

from pipeline.verify.candidate import Candidate
from pipeline.verify.names import read_name
from pipeline.verify.proposers.split_csv import is_named_table
from pipeline.verify.splitting import COLUMN
from pipeline.verify.target import choose_inputs
from schemas.data import DataFile, RecipeSource

KIND = "whole_table"
_MOST = 20


def whole_tables(files: Sequence[DataFile]) -> tuple[Candidate, ...]:
    """A candidate per table, without target or split: never taken as it stands, only where somebody completes it."""
    tables = sorted((file for file in files if is_named_table(file)), key=lambda file: (file.source, file.path))
    return tuple(map(_candidate, tables[:_MOST]))


def _candidate(file: DataFile) -> Candidate:
    return Candidate(
        proposer=KIND,
        source=file.source,
        group=read_name(file.path).group if read_name(file.path).part is None else file.path,
        sources=(RecipeSource(path=file.path, sha256=file.sha256, reader=file.format),),
        inputs=choose_inputs(file.columns, None, file.rows or 0),
        target=None,
        columns=tuple(column.name for column in file.columns),
        split=COLUMN,
        reasons=("nothing says how its rows come apart",),
        confidence=0.0,
    )
