"""4.7 Licence: what each file may be used for, and whether the pack may ship it or has to fetch it."""

from collections.abc import Sequence

from pipeline.verify.case import Case, Check
from pipeline.verify.redistribution import Redistribution, redistribution
from schemas.data import CheckStatus, DataCheck, DataFile, Measure

SHIP, FETCH = "ship", "fetch"
SUBJECT = "redistribution"


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """One record per licence, and one that says what follows for the pack. A file of no licence never ships."""
    by_licence: dict[str, list[DataFile]] = {}
    for file in case.files:
        by_licence.setdefault(file.licence or "", []).append(file)
    records = [_licence(case, licence, files) for licence, files in sorted(by_licence.items())]
    return (_conclusion(case), *records)


def _licence(case: Case, licence: str, files: Sequence[DataFile]) -> DataCheck:
    kind = redistribution(licence)
    said = {
        Redistribution.ALLOWED: "may be passed on",
        Redistribution.RESTRICTED: "may be passed on only under conditions that a pack cannot keep",
        Redistribution.UNKNOWN: "nothing known says that it may be passed on",
    }[kind]
    is_free = kind is Redistribution.ALLOWED
    return case.check(
        "4.7",
        licence or "no licence",
        CheckStatus.PASS if is_free else CheckStatus.WARN,
        f"{len(files)} files: {said}",
        category=kind.value,
        examples=[file.path for file in files],
    )


def _conclusion(case: Case) -> DataCheck:
    kept = [file for file in case.files if redistribution(file.licence) is not Redistribution.ALLOWED]
    measures = (
        Measure(name="files", value=len(case.files)),
        Measure(name="not to be shipped", value=len(kept), expected=0),
    )
    if not kept:
        reason = "every file may be passed on: the pack ships the data"
        return case.check("4.7", SUBJECT, CheckStatus.PASS, reason, category=SHIP, measures=measures)
    reason = f"{len(kept)} of {len(case.files)} files may not, or not clearly, be passed on: the pack fetches the data"
    examples = [f"{file.path}: {file.licence or 'no licence'}" for file in kept]
    return case.check("4.7", SUBJECT, CheckStatus.WARN, reason, category=FETCH, measures=measures, examples=examples)


CHECK = Check(check_id="4.7", title="Licence", run=run, needs_rows=False)
