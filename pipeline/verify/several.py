"""Several target columns: named by a human, by their own names, or by the task of the setting."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.verify.candidate import Candidate
from pipeline.verify.proposers.split_csv import DROP
from pipeline.verify.target import MULTI_LABEL, MULTI_TARGET, is_label
from schemas.data import Column, DataFile
from schemas.task import Setting

_TARGETS = re.compile(r"(?i)(target|label|y)s?[_\- ]?(\d+|(?<=[_\- ])\w+)")
_WORDS = re.compile(r"[^\W_]+")
_SHORTEST = 3
_BY_NAME, _BY_TASK = 0.85, 0.8


def as_named(candidate: Candidate, setting: Setting, files: Sequence[DataFile]) -> Candidate:
    """A candidate whose target is open, with the targets that names give; itself where they give fewer than two.

    `target_a` and `target_b` are named as targets; else the numeric columns whose names stand in the task.
    """
    if candidate.target is not None or not candidate.has_answers or not candidate.columns:
        return candidate
    columns = columns_of(candidate, files)
    numeric = {column.name for column in columns if column.dtype in ("integer", "number")}
    held = [name for name in candidate.columns if name in numeric]
    marked = tuple(name for name in held if _TARGETS.fullmatch(name.strip()))
    told = tuple(name for name in held if _stands_in(name, f"{setting.name} {setting.task}"))
    for named, sure, how in ((marked, _BY_NAME, "by their names"), (told, _BY_TASK, "named by the task")):
        if len(named) > 1:
            reason = f"the targets are {', '.join(map(repr, named))}, {how}"
            inputs = tuple(name for name in candidate.inputs if name not in named)
            found = with_targets(replace(candidate, inputs=inputs), named, columns, None)
            return replace(found, reasons=(reason,), confidence=sure)
    return candidate


def columns_of(candidate: Candidate, files: Sequence[DataFile]) -> list[Column]:
    """The columns of the files that a candidate reads."""
    paths = {source.path for source in candidate.sources}
    return [column for f in files if f.source == candidate.source and f.path in paths for column in f.columns]


def with_targets(
    candidate: Candidate, targets: tuple[str, ...], columns: Sequence[Column], kind: str | None
) -> Candidate:
    """The candidate with several targets: labels where all their columns hold 0 and 1 alone, else numbers.

    Rows of which no target is known are left out.
    """
    mine = [column for column in columns if column.name in targets]
    is_sparse = any(column.missing for column in mine)
    return replace(
        candidate,
        target=targets[0],
        targets=targets,
        target_kind=kind or (MULTI_LABEL if mine and all(map(is_label, mine)) else MULTI_TARGET),
        classes=(),
        steps=(DROP,) if is_sparse else candidate.steps,
    )


def _stands_in(name: str, text: str) -> bool:
    """True where the words of a column's name stand in a text in their order."""
    words, said = ([word.lower() for word in _WORDS.findall(found)] for found in (name.replace("_", " "), text))
    if sum(map(len, words)) < _SHORTEST:
        return False
    return any(said[at : at + len(words)] == words for at in range(len(said) - len(words) + 1))
