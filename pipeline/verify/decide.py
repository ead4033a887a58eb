"""The decision of the stage: go on with the settings that pass, reject with what was shown, else ask."""

from collections.abc import Collection, Sequence

from pipeline.verify.acquire import Acquired
from pipeline.verify.propose import Proposal
from pipeline.verify.roles import is_no_data
from schemas.curation import Curation
from schemas.data import CheckStatus, DataCheck, DataFile, FileRole, Recipe
from schemas.outcome import Call, Decision, Question, Stage, ask
from schemas.paper import Paper
from schemas.task import ReferenceType, Task

CLOSURE = "4.5"
_NO_DATA = "4.2"
_SHOWN = 5
_NEEDS = {
    ReferenceType.ORACLE: "the problems with their best values as a truth of JSON lines, the oracle's source in the "
    "evaluator, and a metric of reached values",
    ReferenceType.DISTRIBUTION: "the reference as one hidden array, the number of samples to make in the contract, and "
    "a metric that compares two sets of samples",
}


def decide(
    paper: Paper,
    task: Task,
    acquired: Acquired,
    files: Sequence[DataFile],
    proposal: Proposal,
    checks: Sequence[DataCheck],
    curation: Curation | None,
) -> Decision:
    """Advance with at least one setting; the reason names every setting that stays behind, and why."""
    closed = [check for check in checks if check.check_id == CLOSURE]
    passed = [check for check in closed if check.status is CheckStatus.PASS]
    other = of_other_kinds(proposal, {check.setting_id for check in passed})
    passed = [check for check in passed if check.setting_id not in {recipe.setting_id for recipe in other}]
    unpacked = tuple(map(_unpacked, other))
    if passed:
        questions = (*proposal.questions, *_failures(checks), *unpacked)
        return Decision(
            paper_id=paper.paper_id,
            stage=Stage.VERIFY,
            call=Call.ADVANCE,
            reason=_summary(len(task.settings), closed, passed),
            questions=questions,
        )
    if unpacked:
        return ask(
            paper.paper_id, Stage.VERIFY, "kind_not_packed", (*proposal.questions, *_failures(checks), *unpacked)
        )
    if not acquired.roots:
        return ask(paper.paper_id, Stage.VERIFY, "data_not_acquired", (_no_data_question(acquired),))
    if _holds_no_data(acquired, files) and not _is_contested(curation):
        return _reject(paper, acquired, files)
    failures = _failures(checks)
    category = "data_checks_fail" if failures else "data_not_matched"
    return ask(paper.paper_id, Stage.VERIFY, category, (*proposal.questions, *failures))


def of_other_kinds(proposal: Proposal, passed: Collection[str]) -> tuple[Recipe, ...]:
    """The recipes of settings that pass, whose hidden side is no labels: no pack is made of them yet."""
    mine = (recipe for recipe in proposal.recipes if recipe.setting_id in passed)
    return tuple(recipe for recipe in mine if recipe.kind is not ReferenceType.LABEL)


def _unpacked(recipe: Recipe) -> Question:
    text = f"Setting {recipe.setting_id!r} passes the data checks as a recipe of kind `{recipe.kind}`"
    asks = f"{text}, and packs are made of labels so far. A pack of it still needs {_NEEDS[recipe.kind]}."
    return Question(field="recipes", rule="4.5", question=asks, evidence=recipe.evidence)


def _summary(total: int, closed: Sequence[DataCheck], passed: Sequence[DataCheck]) -> str:
    names = ", ".join(check.setting_id for check in passed)
    rest = [f"{check.setting_id} ({check.reason})" for check in closed if check.status is not CheckStatus.PASS]
    behind = f"; left out: {'; '.join(rest)}" if rest else ""
    return f"{len(passed)} of {total} settings pass: {names}{behind}"


def _no_data_question(acquired: Acquired) -> Question:
    if acquired.silent:
        shown = "; ".join(acquired.silent[:_SHOWN])
        more = len(acquired.silent) - _SHOWN
        text = f"No link gave data ({shown}{f'; and {more} more' if more > 0 else ''})."
    else:
        text = "The paper names no link to its data."
    return Question(
        field="mirrors", rule="4.1", question=f"{text} Map the link of the data to a local path in the mirror map."
    )


def _failures(checks: Sequence[DataCheck]) -> tuple[Question, ...]:
    """One question per setting and check that fails on data that could be read."""
    failed = [check for check in checks if check.status is CheckStatus.FAIL and check.check_id != CLOSURE]
    shown = [check for check in failed if check.subject != "recipe"]
    return tuple(
        Question(
            field=f"verdicts.{check.check_id}",
            rule=check.check_id,
            question=f"Setting {check.setting_id!r}, {check.subject}: {check.reason}. Is it sound all the same?",
            evidence=check.evidence,
        )
        for check in shown
    )


def _holds_no_data(acquired: Acquired, files: Sequence[DataFile]) -> bool:
    """True where every link answered, nothing was refused, and all there is are texts, code and outputs of A."""
    if acquired.silent or acquired.inventory.refused:
        return False
    return all(is_no_data(file) or file.role is FileRole.ALGORITHM_OUTPUT for file in files)


def _is_contested(curation: Curation | None) -> bool:
    return curation is not None and any(verdict.rule == _NO_DATA for verdict in curation.verdicts)


def _reject(paper: Paper, acquired: Acquired, files: Sequence[DataFile]) -> Decision:
    named = ", ".join(file.path for file in files[:_SHOWN])
    sources = ", ".join(root.source for root in acquired.roots)
    holds = f"{len(files)} files, all licences, documentation, code or outputs of the method ({named})"
    return Decision(
        paper_id=paper.paper_id,
        stage=Stage.VERIFY,
        call=Call.REJECT,
        rule=_NO_DATA,
        category="no_training_data",
        evidence=acquired.evidence,
        reason=f"{sources} holds {holds if files else 'no file'}: no data to learn from or to be tested on",
    )
