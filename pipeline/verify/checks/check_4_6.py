"""4.6 Split hygiene: what repeats, stands on both sides, contradicts itself, or is a window unlike the others."""

from collections.abc import Iterator, Sequence

from pipeline.verify import hygiene
from pipeline.verify.case import Case, Check
from pipeline.verify.hygiene import Found, Row
from pipeline.verify.target import REGRESSION
from schemas.data import CheckStatus, DataCheck, Measure, SplitPart


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """Findings are warnings up to their threshold, and above it they stop the setting."""
    return (*_repeats(case), *_overlaps(case), *_groups(case), _conflicts(case), *_siblings(case), *_windows(case))


def _record(
    case: Case, subject: str, found: Found, limit: float | None, texts: tuple[str, str], category: str
) -> DataCheck:
    """A record of a finding: `texts` say it with and without hits; a `limit` of None only ever warns."""
    measures = (
        Measure(name="count", value=found.count, expected=0),
        Measure(name="of", value=found.total),
        Measure(name="share", value=round(found.share, 6)),
    )
    if not found.count:
        return case.check("4.6", subject, CheckStatus.PASS, texts[1], measures=measures)
    is_over = limit is not None and found.share > limit
    reason = f"{found.count} of {found.total} {texts[0]}" + (f": more than {limit:.0%}" if is_over else "")
    status = CheckStatus.FAIL if is_over else CheckStatus.WARN
    return case.check("4.6", subject, status, reason, category=category, measures=measures, examples=found.examples)


def _repeats(case: Case) -> Iterator[DataCheck]:
    texts = ("rows repeat the inputs of an earlier row", "no two rows have the same inputs")
    for part, name, rows in _slices(case):
        limit = case.thresholds.duplicate_share if part is SplitPart.TEST else None
        yield _record(case, f"duplicates in {name}", hygiene.repeats(rows), limit, texts, "duplicate")


def _slices(case: Case) -> Iterator[tuple[SplitPart, str, list[Row]]]:
    """Each part, or each class of each part where there are few classes."""
    recipe = case.proposed.recipe if case.proposed else None
    classes = recipe.classes if recipe and recipe.target_kind != REGRESSION else ()
    for part, rows in case.rows.items():
        if not classes:
            yield part, part, rows
        for label in classes:
            yield part, f"{part}/{label}", [row for row in rows if row.target == label]


def _others(case: Case) -> Iterator[tuple[SplitPart, list[Row]]]:
    return ((part, rows) for part, rows in case.rows.items() if part is not SplitPart.TEST)


def _overlaps(case: Case) -> Iterator[DataCheck]:
    for part, rows in _others(case):
        texts = (f"test rows have inputs that also stand in {part}", f"no test input stands in {part}")
        found = hygiene.overlap(case.rows[SplitPart.TEST], rows)
        yield _record(case, f"test inputs in {part}", found, case.thresholds.overlap_share, texts, "overlap")


def _groups(case: Case) -> Iterator[DataCheck]:
    for part, rows in _others(case):
        found = hygiene.shared_groups(case.rows[SplitPart.TEST], rows)
        subject = f"test groups in {part}"
        if found.total:
            texts = (f"groups (such as proteins or subjects) of the test rows are also in {part}", "no group is shared")
            yield _record(case, subject, found, case.thresholds.group_share, texts, "shared_group")
        else:
            reason = "no header or column says which group a row comes from"
            yield case.check("4.6", subject, CheckStatus.SKIPPED, reason)


def _conflicts(case: Case) -> DataCheck:
    is_regression = case.proposed is not None and case.proposed.recipe.target_kind == REGRESSION
    limit = None if is_regression else case.thresholds.conflict_share
    texts = ("rows have inputs that stand elsewhere with another target", "equal inputs have equal targets")
    found = hygiene.conflicts(row for rows in case.rows.values() for row in rows)
    return _record(case, "conflicting targets", found, limit, texts, "conflict")


def _siblings(case: Case) -> Iterator[DataCheck]:
    """Instances of one pack are seen together: no instance may show another's answers."""
    for other in case.siblings:
        for shown, hidden in ((case, other), (other, case)):
            rows = [row for _, part in _others(shown) for row in part]
            found = hygiene.same_answers(hidden.rows.get(SplitPart.TEST, []), rows, case.thresholds.same_task_share)
            ids = shown.setting.setting_id, hidden.setting.setting_id
            texts = (
                f"test rows of {ids[1]!r} stand with their answers in the training data of {ids[0]!r}",
                "kept apart",
            )
            if found.count:
                limit = case.thresholds.overlap_share
                yield _record(
                    case, f"answers of {ids[1]} in {ids[0]}", found, limit, texts, "answers_of_another_setting"
                )


def _windows(case: Case) -> Iterator[DataCheck]:
    found = hygiene.windows(case.rows, case.thresholds.window_share)
    if found is None:
        return
    texts = (
        f"sequences are not {found.length}-residue windows centred on {found.residue} like the others",
        f"all sequences are {found.length}-residue windows centred on {found.residue}",
    )
    for part, rows in case.rows.items():
        odd = found.odd[part]
        examples = tuple(f"{row.name} ({row.target}): {why}" for row, why in odd)
        yield _record(case, f"windows in {part}", Found(len(odd), len(rows), examples), None, texts, "odd_window")


CHECK = Check(check_id="4.6", title="Split hygiene", run=run)
