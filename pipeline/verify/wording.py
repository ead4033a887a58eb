"""A proposal in words: in a line for people, with its columns and their values for a model."""

from collections.abc import Iterator, Sequence

from pipeline.verify.candidate import Candidate
from pipeline.verify.completing import files_of, needs_split
from schemas.data import Column, DataFile

_COLUMNS, _VALUES, _LETTERS, _FILES = 40, 4, 30, 6


def in_a_line(candidate: Candidate) -> str:
    """Title, proposer and confidence, the files by part, and the evidence: why each choice was made."""
    named = ", ".join(_files(candidate))
    reasons = f"; {'; '.join(candidate.reasons)}" if candidate.reasons else ""
    return f"{candidate.title!r} ({candidate.proposer}, confidence {candidate.confidence:.2f}): {named}{reasons}"


def _files(candidate: Candidate) -> Iterator[str]:
    for source in candidate.sources[:_FILES]:
        what = " ".join(filter(None, (source.part, source.label)))
        yield f"{what} {source.path}".strip()
    if len(candidate.sources) > _FILES:
        yield f"and {len(candidate.sources) - _FILES} more files"


def described(candidate: Candidate, files: Sequence[DataFile]) -> str:
    """The same with what is open, and the columns to choose from."""
    mine = files_of(candidate, files)
    rows = ", ".join(f"{file.path}: {file.rows} rows" for file in mine[:_FILES] if file.rows)
    lines = [in_a_line(candidate), f"  {rows}" if rows else ""]
    lines.append(f"  target: {'open' if candidate.target is None else candidate.target}")
    lines.append(f"  split: {'open' if needs_split(candidate) else candidate.split}")
    columns = [column for column in (mine[0].columns if mine else ()) if column.name in candidate.columns]
    lines += [f"  column {_told(column)}" for column in columns[:_COLUMNS]]
    if len(columns) > _COLUMNS:
        lines.append(f"  and {len(columns) - _COLUMNS} more columns")
    return "\n".join(filter(None, lines))


def _told(column: Column) -> str:
    values = ", ".join(value[:_LETTERS] for value in column.sample[:_VALUES])
    return f"{column.name!r}: {column.dtype}, {column.distinct} values such as {values}"
