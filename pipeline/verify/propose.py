"""From files and settings to recipes, and to questions where the files leave a choice."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.verify import curated
from pipeline.verify.completing import needs_split
from pipeline.verify.kinds import as_scored
from pipeline.verify.matching import Match, Unmatched, is_same, match, pick
from pipeline.verify.several import as_named
from pipeline.verify.target import WITHOUT_CLASSES
from pipeline.verify.thresholds import DEFAULT_THRESHOLDS, Thresholds
from pipeline.verify.wording import in_a_line
from schemas.curation import CuratedRecipe, Curation
from schemas.data import DataFile, Recipe, SplitPart
from schemas.evidence import RULES, Decider
from schemas.outcome import Question
from schemas.task import ReferenceType, Setting, Task

_ID = "id"
_OTHER_ID = "row_id"
_MOST_CHOICES = 20
OTHER_KIND = "other_reference"
_NO_LABELS = "the reference is of type `{}`, not labels, and code proposes recipes for labels only"


@dataclass(frozen=True)
class Proposed:
    """A recipe and how it came about."""

    recipe: Recipe
    match: Match


@dataclass(frozen=True)
class Proposal:
    """The recipes of the settings that have one; the others with the reason; and what a human is asked.

    `scripts` are recipes that are programs: recorded for a human, never run.
    """

    proposed: tuple[Proposed, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    questions: tuple[Question, ...] = ()
    scripts: tuple[Recipe, ...] = ()

    @property
    def recipes(self) -> tuple[Recipe, ...]:
        """The recipes that can be carried out."""
        return tuple(each.recipe for each in self.proposed)


def propose(
    files: Sequence[DataFile], task: Task, curation: Curation | None, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> Proposal:
    """At most one recipe per setting. Where the files leave a choice there is a question, never a guess."""
    entries = {setting.setting_id: curated.entry_of(setting, curation) for setting in task.settings}
    written = {each.setting_id for each in entries.values() if each and (each.sources or each.script)}
    matching = match([s for s in task.settings if s.setting_id not in written], files, curation, thresholds)
    found: dict[str, Match | Unmatched] = {each.setting.setting_id: each for each in matching.matches}
    found |= {each.setting.setting_id: each for each in matching.unmatched}
    resolved = []
    for setting in task.settings:
        entry = entries[setting.setting_id]
        whole = _written(setting, entry, files) if entry and setting.setting_id in written else None
        resolved.append(_resolve(whole or found[setting.setting_id], entry, task, files, curation))
    unmatched = tuple(each for each in resolved if isinstance(each, Unmatched))
    return Proposal(
        proposed=tuple(each for each in resolved if isinstance(each, Proposed)),
        unmatched=unmatched,
        questions=tuple(_question(each) for each in unmatched if _is_open(each)),
        scripts=tuple(_script(each, task, curation) for each in entries.values() if each and each.script and curation),
    )


def _written(setting: Setting, entry: CuratedRecipe, files: Sequence[DataFile]) -> Match | Unmatched:
    """The match of a setting whose whole recipe a human wrote."""
    if entry.script:
        reason = f"its recipe is the program {entry.script!r}, which is recorded and never run here"
        return Unmatched(setting, curated.SCRIPT, reason)
    candidate = curated.whole(entry, files)
    if isinstance(candidate, str):
        return Unmatched(setting, "recipe_does_not_fit", candidate)
    return Match(setting, candidate, "a human wrote the recipe", is_human=True)


def _is_open(unmatched: Unmatched) -> bool:
    """A duplicate is answered: it is the other setting."""
    return unmatched.category != "duplicate_setting"


def _resolve(
    found: Match | Unmatched,
    entry: CuratedRecipe | None,
    task: Task,
    files: Sequence[DataFile],
    curation: Curation | None,
) -> Proposed | Unmatched:
    if isinstance(found, Unmatched) and entry and entry.choice:
        found = pick(found, entry.choice, f"a human chose {entry.choice!r}")
    if isinstance(found, Unmatched):
        return found
    is_edited = entry is not None and not entry.sources
    candidate = curated.edited(found.candidate, files, entry) if entry and is_edited else found.candidate
    if isinstance(candidate, str):
        return Unmatched(found.setting, "recipe_does_not_fit", candidate)
    match_ = replace(found, candidate=candidate, is_human=found.is_human or entry is not None)
    return finished(match_, task, files, _decider(match_, entry, curation))


def finished(found: Match, task: Task, files: Sequence[DataFile], decider: Decider = RULES) -> Proposed | Unmatched:
    """The recipe of a setting whose files are known, or what the files or the paper's metrics leave open in it."""
    candidate = found.candidate
    if not candidate.has_answers:
        return Unmatched(found.setting, "no_reference", "; ".join(candidate.reasons), (candidate,))
    if needs_split(candidate):
        return Unmatched(found.setting, "ambiguous_columns", "; ".join(candidate.reasons), (candidate,))
    if candidate.kind is ReferenceType.LABEL:
        if found.setting.reference_type is not ReferenceType.LABEL and not found.is_human:
            return Unmatched(found.setting, OTHER_KIND, _NO_LABELS.format(found.setting.reference_type))
        candidate = as_scored(as_named(candidate, found.setting, files), task.metrics)
    if candidate.target is None or not candidate.inputs:
        return Unmatched(found.setting, "ambiguous_columns", "; ".join(candidate.reasons), (candidate,))
    found = replace(found, candidate=candidate)
    return Proposed(_recipe(found, candidate.target, decider), found)


def is_taken(found: Match, proposal: Proposal) -> str | None:
    """The setting that is made of the same rows already."""
    same = (each.recipe.setting_id for each in proposal.proposed if is_same(each.match, found))
    return next(same, None)


def with_found(proposal: Proposal, found: Proposed, task: Task) -> Proposal:
    """The proposal with one setting less that has no recipe, and its question answered; in the order of the task."""
    order = [setting.setting_id for setting in task.settings]
    proposed = sorted((*proposal.proposed, found), key=lambda each: order.index(each.recipe.setting_id))
    unmatched = tuple(each for each in proposal.unmatched if each.setting.setting_id != found.recipe.setting_id)
    questions = tuple(_question(each) for each in unmatched if _is_open(each))
    return replace(proposal, proposed=tuple(proposed), unmatched=unmatched, questions=questions)


def _decider(found: Match, entry: CuratedRecipe | None, curation: Curation | None) -> Decider:
    """The human who named columns or files, else the rules."""
    if curation is None or not found.is_human:
        return RULES
    return curation.decider_of(entry) if entry else curation.decider


def _script(entry: CuratedRecipe, task: Task, curation: Curation) -> Recipe:
    return Recipe(
        paper_id=task.algorithm.paper_id,
        setting_id=entry.setting_id,
        proposer=curated.HUMAN,
        sources=(),
        inputs=entry.inputs,
        target=entry.target or next(iter(entry.targets), ""),
        targets=entry.targets,
        target_kind=entry.target_kind or "",
        script=entry.script,
        decider=curation.decider_of(entry),
    )


def _recipe(found: Match, target: str, decider: Decider) -> Recipe:
    candidate = found.candidate
    names = {*candidate.inputs, target, *candidate.targets}
    return Recipe(
        paper_id=found.setting.paper_id,
        setting_id=found.setting.setting_id,
        proposer=candidate.proposer,
        sources=candidate.sources,
        transforms=candidate.transforms,
        split=candidate.split,
        split_rule=candidate.split_rule,
        steps=candidate.steps,
        id_column=_ID if _ID not in names else _OTHER_ID,
        inputs=candidate.inputs,
        target=target,
        targets=candidate.targets,
        target_kind=candidate.target_kind,
        classes=() if candidate.target_kind in WITHOUT_CLASSES else candidate.classes,
        shuffle_seed=_seed(found),
        evidence=(*found.setting.evidence, *found.evidence),
        confidence=candidate.confidence,
        reasons=(f"files by {found.how}", *candidate.reasons),
        kind=candidate.kind,
        oracle=candidate.oracle,
        decider=decider,
    )


def _seed(found: Match) -> int:
    """A seed of 32 bits from the setting and the test files, so that no two settings are shuffled alike."""
    tests = [source.sha256 for source in found.candidate.sources if source.part is SplitPart.TEST]
    text = "\n".join((found.setting.setting_id, *tests))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def _question(unmatched: Unmatched) -> Question:
    setting = unmatched.setting
    what = f"Setting {setting.setting_id!r} ({setting.name}): {unmatched.reason}."
    columns = unmatched.category in (OTHER_KIND, "ambiguous_columns", "recipe_does_not_fit", curated.SCRIPT)
    if unmatched.category == curated.SCRIPT:
        hint = "Can the recipe be declared instead, with `sources`, `transforms` and a `split`?"
    elif unmatched.category == OTHER_KIND:
        hint = "Write its recipe whole, with `kind`; or name its columns, if it has labels all the same."
    elif columns:
        choices = ", ".join(unmatched.choices[0].columns) if unmatched.choices else ""
        hint = f"Which columns are inputs and target{f', of: {choices}' if choices else ''}?"
    else:
        titles = ", ".join(dict.fromkeys(candidate.title for candidate in unmatched.choices))
        hint = f"Which files belong to it{f', of: {titles}' if titles else ''}?"
        hint += " Pick one with `choice` under `recipes`, or name path prefixes in the setting's `files`."
    return Question(
        field="recipes" if columns else "settings",
        question=f"{what} {hint}",
        rule="4.3" if columns or unmatched.category == "no_reference" else "4.1",
        evidence=setting.evidence,
        choices=tuple(map(in_a_line, unmatched.choices[:_MOST_CHOICES])),
    )
