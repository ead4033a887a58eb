"""4.2 Initial state: what a solver starts from is there, and none of it is an output of the paper's own method."""

from collections.abc import Sequence

from pipeline.verify.case import Case, Check
from schemas.data import CheckStatus, DataCheck, FileRole, SplitPart


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """Fails where a file of the recipe has the role of an output."""
    outputs = [file for file in case.files if file.role is FileRole.ALGORITHM_OUTPUT]
    if outputs:
        reasons = [f"{file.path}: {file.role_reason}" for file in outputs]
        text = "files of the recipe are outputs of the method"
        return (case.check("4.2", "roles", CheckStatus.FAIL, text, category="algorithm_output", examples=reasons),)
    parts = {source.part for source in case.proposed.recipe.sources} if case.proposed else set()
    named = ", ".join(part for part in SplitPart if part in parts)
    return (case.check("4.2", "roles", CheckStatus.PASS, f"{named} files, none of them an output of the method"),)


CHECK = Check(check_id="4.2", title="Initial state", run=run, needs_rows=False)
