"""On which side of the method boundary a file stands: would any method for this task need it?"""

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from pipeline.ports import Store
from pipeline.verify.candidate import Candidate
from pipeline.verify.names import tokens_of
from pipeline.verify.propose import Proposal
from pipeline.verify.side import CODE, Context, Key, Said, all_rules, writers_among
from schemas.data import DataFile, FileRole
from schemas.paper import Paper
from schemas.task import Task


def with_roles(
    files: Sequence[DataFile], task: Task, proposal: Proposal, paper: Paper | None, store: Store
) -> tuple[DataFile, ...]:
    """Every file with its role and the reason for it."""
    used: dict[Key, str] = {}
    folds: dict[Key, str] = {}
    for each in proposal.proposed:
        used |= _keys([each.match.candidate], each.recipe.setting_id)
        folds |= _keys(each.match.folds, each.recipe.setting_id)
    context = Context(task, paper, used, folds, writers_among(files, store))
    found = []
    for file in files:
        role, reason = role_of(file, context)
        found.append(file.model_copy(update={"role": role, "role_reason": reason}))
    return tuple(found)


def _keys(candidates: Iterable[Candidate], setting_id: str) -> dict[Key, str]:
    return {(each.source, source.path): setting_id for each in candidates for source in each.sources}


def role_of(file: DataFile, context: Context) -> Said:
    """The role of one file: the rules of the boundary first, since no recipe makes an output an input.

    Only data that a human must look at stays unknown where a recipe reads it; see check 4.2.
    """
    if is_no_data(file):
        return FileRole.IRRELEVANT, "a licence, documentation or code"
    said = next(filter(None, (rule.judge(file, context) for rule in all_rules())), None)
    return said or _by_recipe(file, context)


def _by_recipe(file: DataFile, context: Context) -> Said:
    setting_id, fold_of = context.setting_of(file), context.folds.get((file.source, file.path))
    if setting_id:
        return FileRole.INITIAL_STATE, f"read by the recipe of setting {setting_id!r}"
    if fold_of:
        return FileRole.IRRELEVANT, f"another published fold of setting {fold_of!r}: it holds answers of this one"
    if file.format == "serialised":
        return FileRole.UNKNOWN, "may run code when loaded, so nobody looked inside"
    return FileRole.UNKNOWN, "no recipe reads it"


def is_no_data(file: DataFile) -> bool:
    """True for licences, documentation and code."""
    pure = PurePosixPath(file.path)
    return file.format == "licence" or pure.suffix.lower() in CODE or "readme" in tokens_of(pure.stem)
