"""4.2 Initial state: what a solver starts from is there, and none of it is an output of the paper's own method."""

from collections.abc import Sequence

from pipeline.verify.case import Case, Check
from schemas.data import CheckStatus, DataCheck, FileRole, SplitPart

_OUTPUTS = (FileRole.ALGORITHM_OUTPUT, FileRole.ALGORITHM_PREPROCESSING_OUTPUT)


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """Fails where a file of the recipe is an output of the method, or where nobody could tell whether it is one."""
    for roles, text, category in (
        (_OUTPUTS, "files of the recipe are outputs of the method", "algorithm_output"),
        (
            (FileRole.UNKNOWN,),
            "of files of the recipe nobody can tell whether only the method needs them",
            "unknown_role",
        ),
    ):
        found = [f"{file.path}: {file.role_reason}" for file in case.files if file.role in roles]
        if found:
            reason = f"{text} ({found[0]})"
            return (case.check("4.2", "roles", CheckStatus.FAIL, reason, category=category, examples=found),)
    return (case.check("4.2", "roles", CheckStatus.PASS, f"{_parts(case)}, none of them an output of the method"),)


def _parts(case: Case) -> str:
    recipe = case.proposed.recipe if case.proposed else None
    parts = {source.part for source in recipe.sources} if recipe else set()
    named = ", ".join(part for part in SplitPart if part in parts)
    return f"{named} files" if named else f"{len(case.files)} files, split by {recipe.split if recipe else 'nothing'}"


CHECK = Check(check_id="4.2", title="Initial state", run=run, needs_rows=False)
