"""4.1 Acquired: every file on disk, of plausible size, readable, with the checksum it was taken with."""

import hashlib
from collections.abc import Sequence

from pipeline.verify.case import Case, Check
from schemas.data import CheckStatus, DataCheck, DataFile, Measure


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """One record per file of the recipe, one for reading them together, one for paths that were refused."""
    return (*(_file(case, file) for file in case.files), _reading(case), *_refused(case))


def _file(case: Case, file: DataFile) -> DataCheck:
    measures = (Measure(name="bytes", value=file.bytes), Measure(name="rows", value=file.rows or 0))
    status, reason, category = CheckStatus.PASS, f"{file.format}, {file.rows} rows, checksum agrees", None
    if _sha256(case, file) != file.sha256:
        status, reason, category = CheckStatus.FAIL, "the stored bytes differ from those that were taken", "checksum"
    elif file.rows == 0:
        status, reason, category = CheckStatus.FAIL, "the file holds no rows", "empty"
    elif file.warnings:
        status, reason = CheckStatus.WARN, "; ".join(file.warnings)
    return case.check("4.1", file.path, status, reason, category=category, measures=measures)


def _sha256(case: Case, file: DataFile) -> str:
    with case.store.path(file.sha256).open("rb") as stored:
        return hashlib.file_digest(stored, "sha256").hexdigest()


def _reading(case: Case) -> DataCheck:
    if case.problem:
        return case.check("4.1", "reading", CheckStatus.FAIL, case.problem, category="unreadable")
    sizes = tuple(Measure(name=part, value=len(rows)) for part, rows in case.sides.items())
    text = ", ".join(f"{part} {len(rows)}" for part, rows in case.sides.items())
    return case.check("4.1", "reading", CheckStatus.PASS, f"the recipe reads: {text} rows", measures=sizes)


def _refused(case: Case) -> tuple[DataCheck, ...]:
    if not case.refused:
        return ()
    reason = f"{len(case.refused)} paths of the source were refused: {case.refused[0]}"
    return (case.check("4.1", "refused paths", CheckStatus.WARN, reason, examples=case.refused),)


CHECK = Check(
    check_id="4.1",
    title="Data acquired",
    run=run,
    needs_rows=False,
    categories=("files_missing",),
)
