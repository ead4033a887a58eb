"""Which tables hold the main results, and why the others do not.

A main table compares the proposed method with at least one method of somebody else, in a quality metric. Where the
paper has several, scores on a test set win over scores of which the split is not stated, and these over
cross-validation; validation and training scores are never main results.
"""

import re
from dataclasses import dataclass, replace

from pipeline.results.algorithm import sentences_of
from pipeline.results.facets import Reading, has_other_columns, readings_of, unknown_labels
from pipeline.results.grid import build_grid, is_numeric
from pipeline.results.kinds import Split, kind_of, split_of
from pipeline.results.labels import Names
from pipeline.results.metric_names import MetricKind
from schemas.paper import Paper, SectionRole, Table
from schemas.task import MethodRole

_TABLE_MENTION = re.compile(r"\bTables?\s+\w+", re.IGNORECASE)
_OUTDONE = {
    Split.TRAINING: "scores on training data",
    Split.VALIDATION: "scores on validation data",
    Split.CROSS_VALIDATION: "cross-validation, and another table has scores on a test set or does not say",
    Split.UNSTATED: "it does not say on which data, and another table has scores on a test set",
}
_RIVALS = {MethodRole.BASELINE, MethodRole.BOUND}


@dataclass(frozen=True)
class MainTable:
    """A table with the scores that count, all of one split.

    Rows from `cut` on stand under other headers and are not read; `unknown` are headers that may be metrics.
    """

    table: Table
    split: Split
    readings: tuple[Reading, ...]
    cut: int | None = None
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True)
class LeftOut:
    """A table that holds no main result, and why."""

    table: Table
    reason: str


@dataclass(frozen=True)
class Selection:
    """The main tables of a paper, and what was left out."""

    main: tuple[MainTable, ...]
    left_out: tuple[LeftOut, ...]


def select(paper: Paper, names: Names, kind: MetricKind = MetricKind.QUALITY) -> Selection:
    """Sort the tables of a paper into main results in metrics of one kind, and others."""
    judged = [_judge(paper, table, names, kind) for table in paper.tables]
    candidates = [item for item in judged if isinstance(item, MainTable)]
    best = max((item.split for item in candidates), default=Split.UNSTATED)
    main = [item for item in candidates if item.split is best]
    outdone = [LeftOut(item.table, _OUTDONE[item.split]) for item in candidates if item not in main]
    left_out = [item for item in judged if isinstance(item, LeftOut)]
    return Selection(tuple(main), (*left_out, *outdone))


def _judge(paper: Paper, table: Table, names: Names, wanted: MetricKind) -> MainTable | LeftOut:
    if table.is_picture:
        return LeftOut(table, "a picture")
    if table.role is SectionRole.SUPPLEMENT:
        return LeftOut(table, "part of the supplement")
    kind = kind_of(table.caption)
    if kind.excluded:
        return LeftOut(table, kind.excluded)
    grid = build_grid(table)
    if grid is None:
        return LeftOut(table, "no numbers in it")
    named = readings_of(grid, names)
    if not named:
        return LeftOut(table, "no row or column of the proposed method under a known metric")
    readings = tuple(reading for reading in named if reading.metric.kind is wanted)
    if not readings or (wanted is not MetricKind.QUALITY and has_other_columns(grid, names, wanted)):
        return LeftOut(table, f"no {wanted} metric, only {named[0].metric.kind}")
    judged = _judged_readings(table, readings, _split_of_table(paper, table, kind.split), names)
    if isinstance(judged, LeftOut):
        return judged
    return replace(judged, cut=grid.cut, unknown=unknown_labels(grid, names))


def _judged_readings(
    table: Table, readings: tuple[Reading, ...], from_caption: Split, names: Names
) -> MainTable | LeftOut:
    split = max(_split(reading, from_caption) for reading in readings)
    kept = tuple(reading for reading in readings if _split(reading, from_caption) is split)
    if split <= Split.VALIDATION:
        return LeftOut(table, _OUTDONE[split])
    scored = {names.role_of(item.method) for item in kept if is_numeric(item.text)}
    if not scored & {MethodRole.PROPOSED, MethodRole.VARIANT}:
        return LeftOut(table, "no score of the proposed method")
    if not scored & _RIVALS:
        return LeftOut(table, "no method but the proposed one and its variants")
    return MainTable(table, split, kept)


def _split_of_table(paper: Paper, table: Table, from_caption: Split) -> Split:
    """What the caption says of the split; else what the sentences say that mention this table and no other."""
    if from_caption is not Split.UNSTATED or not table.label:
        return from_caption
    mention = re.compile(rf"\b{re.escape(table.label)}(?![\w.]*\w)", re.IGNORECASE)
    said = [
        split_of(sentence)
        for sentence, _ in sentences_of(paper)
        if mention.search(sentence) and len(set(_TABLE_MENTION.findall(sentence))) == 1
    ]
    return max((split for split in said if split is not Split.UNSTATED), default=Split.UNSTATED)


def _split(reading: Reading, from_caption: Split) -> Split:
    """The split of one cell: what its own headers say outweighs the caption."""
    own = split_of(reading.setting) if reading.setting else Split.UNSTATED
    return own if own is not Split.UNSTATED else from_caption
