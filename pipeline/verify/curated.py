"""What a human says of a recipe: a whole one, a change to a proposal, a choice among proposals, or a program."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pipeline.verify.candidate import Candidate
from pipeline.verify.format import reader_names
from pipeline.verify.proposers.split_csv import with_target
from pipeline.verify.several import columns_of, with_targets
from pipeline.verify.splitting import FILES
from pipeline.verify.target import (
    BINARY,
    KINDS,
    MULTICLASS,
    REGRESSION,
    SAMPLES,
    SEVERAL,
    Choice,
    kind_of,
)
from schemas.curation import CuratedRecipe, CuratedSource, Curation
from schemas.data import Column, DataFile, RecipeSource
from schemas.task import ReferenceType, Setting

HUMAN = "human"
SCRIPT = "script_recipe"


def entry_of(setting: Setting, curation: Curation | None) -> CuratedRecipe | None:
    """The entry of a setting, where there is one."""
    entries = curation.recipes if curation else ()
    return next((entry for entry in entries if entry.setting_id == setting.setting_id), None)


def whole(curated: CuratedRecipe, files: Sequence[DataFile]) -> Candidate | str:
    """The candidate of a recipe that a human wrote from its sources on, or what is wrong with it."""
    found = [(source, [file for file in files if file.path == source.path]) for source in curated.sources]
    missing = [source.path for source, named in found if not named]
    if missing:
        return f"the curated recipe reads {missing[0]!r}, which is not among the files"
    mine = [named[0] for _, named in found]
    if len({file.source for file in mine}) > 1:
        return "the curated recipe reads files of two sources"
    unread = next((s.path for s, named in found if (s.reader or named[0].format) not in reader_names()), None)
    if unread:
        return f"the curated recipe reads {unread!r}, whose format no reader reads as a table"
    blank = Candidate(
        proposer=HUMAN,
        source=mine[0].source,
        group="",
        sources=tuple(_source(source, named[0]) for source, named in found),
        inputs=curated.inputs,
        target="" if curated.kind is ReferenceType.DISTRIBUTION else curated.target or None,
        split=curated.split or FILES,
        reasons=("a human wrote the recipe",),
        kind=curated.kind or ReferenceType.LABEL,
        oracle=curated.oracle,
    )
    if blank.kind is ReferenceType.DISTRIBUTION:
        return replace(changed(blank, curated), target_kind=SAMPLES)
    if blank.kind is ReferenceType.ORACLE:
        return replace(changed(blank, curated), target_kind=REGRESSION)
    return _with_kind(changed(blank, curated), curated, mine)


def _source(source: CuratedSource, file: DataFile) -> RecipeSource:
    return RecipeSource(
        path=file.path,
        sha256=file.sha256,
        part=source.part,
        label=source.label,
        table=source.table,
        reader=source.reader or file.format,
        options=source.options,
    )


def _with_kind(candidate: Candidate, curated: CuratedRecipe, files: Sequence[DataFile]) -> Candidate | str:
    """The kind of the target: what the human says, else what the labels or the columns of the files say."""
    if candidate.target_kind or curated.targets:
        return _several(candidate, curated, [c for f in files for c in f.columns]) if curated.targets else candidate
    labels = tuple(sorted({source.label for source in curated.sources if source.label is not None}))
    if len(labels) > 1:
        return replace(candidate, target_kind=BINARY if len(labels) == 2 else MULTICLASS, classes=labels)
    columns = [column for file in files for column in file.columns if column.name == curated.target]
    sort = kind_of(columns) if columns else None
    if sort is None:
        return f"nothing says what {curated.target!r} holds: give `target_kind` ({', '.join(KINDS)}) and `classes`"
    return replace(candidate, target_kind=sort[0], classes=sort[1])


def _several(candidate: Candidate, curated: CuratedRecipe, columns: Sequence[Column]) -> Candidate | str:
    """The candidate with the targets that a human names."""
    if curated.target_kind not in (None, *SEVERAL):
        return f"`targets` go with the kinds {', '.join(SEVERAL)}, not with {curated.target_kind!r}"
    missing = {*curated.targets, *curated.inputs} - {column.name for column in columns}
    if missing and not (curated.transforms or candidate.transforms):
        return f"the curated recipe names columns that the files do not have: {', '.join(sorted(missing))}"
    named = replace(candidate, inputs=curated.inputs, has_answers=True)
    return changed(with_targets(named, curated.targets, columns, curated.target_kind), curated)


def changed(candidate: Candidate, curated: CuratedRecipe) -> Candidate:
    """The candidate with the transforms, split, steps and kind of target that a human gives."""
    given: dict[str, Any] = {
        "transforms": curated.transforms,
        "split": curated.split,
        "split_rule": curated.split_rule,
        "steps": curated.steps,
        "target_kind": curated.target_kind,
        "classes": curated.classes or None,
    }
    return replace(candidate, confidence=1.0, **{name: value for name, value in given.items() if value is not None})


def edited(candidate: Candidate, files: Sequence[DataFile], curated: CuratedRecipe) -> Candidate | str:
    """A proposal with what a human says otherwise, or what is wrong with that."""
    if curated.targets:
        return _several(candidate, curated, columns_of(candidate, files))
    if not curated.target:
        return changed(candidate, curated)
    known = candidate.columns or (*candidate.inputs, candidate.target or "")
    absent = [name for name in (*curated.inputs, curated.target) if name not in known]
    if absent and curated.transforms is None and not candidate.transforms:
        return f"the curated recipe names columns that the files do not have: {', '.join(absent)}"
    if curated.target in curated.inputs:
        return f"the curated recipe names {curated.target!r} as input and as target"
    if candidate.target == curated.target or curated.target_kind:
        found = replace(candidate, inputs=curated.inputs, target=curated.target, has_answers=True)
        return changed(found, curated)
    parts = {source.path for source in candidate.sources}
    mine = [file for file in files if file.source == candidate.source and file.path in parts]
    if not any(column.name == curated.target for file in mine for column in file.columns):
        return f"nothing says what {curated.target!r} holds: give `target_kind` ({', '.join(KINDS)}) and `classes`"
    chosen = Choice(curated.target, f"a human named {curated.target!r} as the target", 1.0)
    return changed(with_target(replace(candidate, has_answers=True), chosen, mine, curated.inputs), curated)
