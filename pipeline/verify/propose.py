"""From files and settings to recipes, and to questions where the files leave a choice."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.verify.candidate import Candidate
from pipeline.verify.kinds import as_scored
from pipeline.verify.matching import Match, Matching, Unmatched, match
from pipeline.verify.proposers.split_csv import with_target
from pipeline.verify.target import REGRESSION, Choice
from pipeline.verify.thresholds import DEFAULT_THRESHOLDS, Thresholds
from schemas.curation import CuratedRecipe, Curation
from schemas.data import DataFile, Recipe, SplitPart
from schemas.evidence import RULES
from schemas.outcome import Question
from schemas.task import Task

_ID = "id"
_OTHER_ID = "row_id"


@dataclass(frozen=True)
class Proposed:
    """A recipe and how it came about."""

    recipe: Recipe
    match: Match


@dataclass(frozen=True)
class Proposal:
    """The recipes of the settings that have one; the others with the reason; and what a human is asked."""

    proposed: tuple[Proposed, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    questions: tuple[Question, ...] = ()

    @property
    def recipes(self) -> tuple[Recipe, ...]:
        """The recipes alone."""
        return tuple(each.recipe for each in self.proposed)


def propose(
    files: Sequence[DataFile], task: Task, curation: Curation | None, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> Proposal:
    """At most one recipe per setting. Where the files leave a choice there is a question, never a guess."""
    matching = match(task.settings, files, curation, thresholds)
    resolved = [_resolve(each, task, files, curation) for each in matching.matches]
    proposed = tuple(each for each in resolved if isinstance(each, Proposed))
    unmatched = _in_order(task, matching, [each for each in resolved if isinstance(each, Unmatched)])
    return Proposal(proposed, unmatched, tuple(_question(each) for each in unmatched if _is_open(each)))


def _in_order(task: Task, matching: Matching, unresolved: Sequence[Unmatched]) -> tuple[Unmatched, ...]:
    ids = [setting.setting_id for setting in task.settings]
    return tuple(sorted((*matching.unmatched, *unresolved), key=lambda each: ids.index(each.setting.setting_id)))


def _is_open(unmatched: Unmatched) -> bool:
    """A duplicate is answered: it is the other setting."""
    return unmatched.category != "duplicate_setting"


def _resolve(found: Match, task: Task, files: Sequence[DataFile], curation: Curation | None) -> Proposed | Unmatched:
    curated = _curated(found, curation)
    candidate = _as_curated(found.candidate, files, curated) if curated else found.candidate
    if isinstance(candidate, str):
        return Unmatched(found.setting, "recipe_does_not_fit", candidate)
    if not candidate.has_answers:
        return Unmatched(found.setting, "no_reference", "; ".join(candidate.reasons), (candidate,))
    candidate = as_scored(candidate, task.metrics)
    if candidate.target is None or not candidate.inputs:
        return Unmatched(found.setting, "ambiguous_columns", "; ".join(candidate.reasons), (candidate,))
    match_ = replace(found, candidate=candidate, is_human=found.is_human or curated is not None)
    return Proposed(_recipe(match_, candidate.target, curation), match_)


def _curated(found: Match, curation: Curation | None) -> CuratedRecipe | None:
    entries = curation.recipes if curation else ()
    return next((entry for entry in entries if entry.setting_id == found.setting.setting_id), None)


def _as_curated(candidate: Candidate, files: Sequence[DataFile], curated: CuratedRecipe) -> Candidate | str:
    """The candidate with the columns a human named, or what is wrong with them."""
    known = candidate.columns or (*candidate.inputs, candidate.target or "")
    absent = [name for name in (*curated.inputs, curated.target) if name not in known]
    if absent:
        return f"the curated recipe names columns that the files do not have: {', '.join(absent)}"
    if curated.target in curated.inputs:
        return f"the curated recipe names {curated.target!r} as input and as target"
    if candidate.target == curated.target:
        return replace(candidate, inputs=curated.inputs, confidence=1.0)
    parts = {source.path for source in candidate.sources}
    chosen = Choice(curated.target, f"a human named {curated.target!r} as the target", 1.0)
    mine = [file for file in files if file.source == candidate.source and file.path in parts]
    return with_target(replace(candidate, has_answers=True), chosen, mine, curated.inputs)


def _recipe(found: Match, target: str, curation: Curation | None) -> Recipe:
    candidate = found.candidate
    names = {*candidate.inputs, target}
    return Recipe(
        paper_id=found.setting.paper_id,
        setting_id=found.setting.setting_id,
        proposer=candidate.proposer,
        sources=candidate.sources,
        steps=candidate.steps,
        id_column=_ID if _ID not in names else _OTHER_ID,
        inputs=candidate.inputs,
        target=target,
        target_kind=candidate.target_kind,
        classes=() if candidate.target_kind == REGRESSION else candidate.classes,
        shuffle_seed=_seed(found),
        evidence=found.setting.evidence,
        confidence=candidate.confidence,
        decider=curation.decider if curation and found.is_human else RULES,
    )


def _seed(found: Match) -> int:
    """A seed of 32 bits from the setting and the test files, so that no two settings are shuffled alike."""
    tests = [source.sha256 for source in found.candidate.sources if source.part is SplitPart.TEST]
    text = "\n".join((found.setting.setting_id, *tests))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def _question(unmatched: Unmatched) -> Question:
    setting = unmatched.setting
    what = f"Setting {setting.setting_id!r} ({setting.name}): {unmatched.reason}."
    columns = unmatched.category in ("ambiguous_columns", "recipe_does_not_fit")
    if columns:
        choices = ", ".join(unmatched.choices[0].columns) if unmatched.choices else ""
        hint = f"Which columns are inputs and target{f', of: {choices}' if choices else ''}?"
    else:
        titles = ", ".join(dict.fromkeys(candidate.title for candidate in unmatched.choices))
        hint = f"Which files belong to it{f', of: {titles}' if titles else ''}? Name path prefixes in `files`."
    return Question(
        field="recipes" if columns else "settings",
        question=f"{what} {hint}",
        rule="4.3" if columns or unmatched.category == "no_reference" else "4.1",
        evidence=setting.evidence,
    )
