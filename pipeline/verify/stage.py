"""The stage: links to files, files to recipes, recipes to checks, checks to a decision."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.ports import Chat, DataSource, Produced, Store
from pipeline.verify.acquire import acquire
from pipeline.verify.asked import with_choices
from pipeline.verify.case import Case, all_checks, run_check
from pipeline.verify.decide import CLOSURE, decide, of_other_kinds
from pipeline.verify.errors import RecipeError
from pipeline.verify.materialise import Frames, assemble, read_parts
from pipeline.verify.propose import Proposal, propose
from pipeline.verify.roles import with_roles
from pipeline.verify.thresholds import DEFAULT_LIMITS, DEFAULT_THRESHOLDS, Limits, Thresholds
from schemas.curation import Curation
from schemas.data import CheckStatus, DataCheck, DataFile, LinkCheck, Recipe
from schemas.outcome import Call, Decision
from schemas.paper import Paper
from schemas.screening import VerdictCall
from schemas.task import Task


def verify(
    paper: Paper,
    task: Task,
    links: Sequence[LinkCheck],
    source: DataSource,
    store: Store,
    curation: Curation | None = None,
    chat: Chat | None = None,
    *,
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
    limits: Limits = DEFAULT_LIMITS,
) -> Produced:
    """Get the data, declare how it becomes instances, and check it against the paper.

    Gives DataFiles, Recipes (at most one per setting: those of settings that pass, and programs for a human) and
    DataChecks. Raises StalledError where the disk or the data source fails us. With `chat`, a model chooses where code
    cannot; what it says that does not hold is an UngroundedClaim.
    """
    acquired = acquire(paper.paper_id, links, task.settings, source, store, limits)
    proposed = propose(acquired.inventory.files, task, curation, thresholds)
    asked = with_choices(proposed, paper, task, acquired.inventory.files, curation, chat)
    proposal = asked.proposal
    files = with_roles(acquired.inventory.files, task, proposal, paper, store)
    cases: list[Case] = []
    checks: list[DataCheck] = []
    for setting in task.settings:
        blank = Case(setting, store, refused=acquired.inventory.refused, siblings=tuple(cases), thresholds=thresholds)
        cases.append(_with_data(blank, proposal, files))
        checks.extend(_run(cases[-1], curation))
    passed = {check.setting_id for check in checks if check.check_id == CLOSURE and check.status is CheckStatus.PASS}
    decision = decide(paper, task, acquired, files, proposal, checks, curation)
    recipes = (*_kept(proposal, passed, decision), *proposal.scripts)
    return Produced(decision, (*files, *recipes, *checks, *asked.claims))


def _kept(proposal: Proposal, passed: set[str], decision: Decision) -> tuple[Recipe, ...]:
    """The recipes of settings that pass; of a paper that goes on, those that a pack can be made of."""
    mine = tuple(recipe for recipe in proposal.recipes if recipe.setting_id in passed)
    left_out = of_other_kinds(proposal, passed) if decision.call is Call.ADVANCE else ()
    return tuple(recipe for recipe in mine if recipe not in left_out)


def _with_data(case: Case, proposal: Proposal, files: Sequence[DataFile]) -> Case:
    """The case of a setting with its recipe, files and raw rows, or with the reason why it has none."""
    setting_id = case.setting.setting_id
    unmatched = next((each for each in proposal.unmatched if each.setting.setting_id == setting_id), None)
    mine = next((each for each in proposal.proposed if each.recipe.setting_id == setting_id), None)
    if mine is None:
        return replace(case, unmatched=unmatched)
    paths = {source.path for source in mine.recipe.sources}
    own = tuple(file for file in files if file.source == mine.match.candidate.source and file.path in paths)
    raw, problem = _read(mine.recipe, case.store)
    return replace(case, proposed=mine, files=own, raw=raw, problem=problem)


def _read(recipe: Recipe, store: Store) -> tuple[Frames | None, str | None]:
    """The raw rows, or why they are no instance. Assembling them is the proof that the recipe works."""
    try:
        raw = read_parts(recipe, store)
        assemble(recipe, raw)
    except RecipeError as error:
        return None, error.message
    return raw, None


def _run(case: Case, curation: Curation | None) -> list[DataCheck]:
    found: list[DataCheck] = []
    for check in all_checks():
        found.extend(_as_accepted(record, case, curation) for record in run_check(check, case, found))
    return found


def _as_accepted(record: DataCheck, case: Case, curation: Curation | None) -> DataCheck:
    """A failure that a human has accepted (a `pass` on the check's id) becomes a warning that says so.

    What cannot be read, or has no recipe, cannot be accepted.
    """
    if record.status is not CheckStatus.FAIL or case.raw is None or curation is None:
        return record
    said = next((v for v in curation.verdicts if v.rule == record.check_id and v.call is VerdictCall.PASS), None)
    if said is None:
        return record
    reason = f"{record.reason}; accepted by {curation.by} on {curation.date}: {said.reason}"
    return record.model_copy(update={"status": CheckStatus.WARN, "reason": reason})
