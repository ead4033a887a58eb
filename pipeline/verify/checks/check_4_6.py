"""4.6 Split hygiene: what repeats, stands on both sides, contradicts itself, or is a window unlike the others."""

from collections.abc import Iterator, Sequence

from pipeline.verify import hygiene
from pipeline.verify.case import Case, Check
from pipeline.verify.hygiene import Found, Side
from pipeline.verify.similar import near
from pipeline.verify.target import WITHOUT_CLASSES
from pipeline.verify.times import in_time
from schemas.data import CheckStatus, DataCheck, Measure, SplitPart


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """Findings are warnings up to their threshold, and above it they stop the setting."""
    return (
        *(*_repeats(case), *_overlaps(case), *_near(case), *_groups(case), *_times(case), *_conflicts(case)),
        *(*_siblings(case), *_windows(case)),
    )


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


def _slices(case: Case) -> Iterator[tuple[SplitPart, str, Side]]:
    """Each part, or each class of each part where there are few classes."""
    recipe = case.proposed.recipe if case.proposed else None
    classes = recipe.classes if recipe and recipe.target_kind not in WITHOUT_CLASSES else ()
    for part, side in case.sides.items():
        if not classes:
            yield part, part, side
        for label in classes:
            yield part, f"{part}/{label}", side.where((side.targets == label).to_numpy())


def _others(case: Case) -> Iterator[tuple[SplitPart, Side]]:
    return ((part, side) for part, side in case.sides.items() if part is not SplitPart.TEST)


def _overlaps(case: Case) -> Iterator[DataCheck]:
    for part, side in _others(case):
        texts = (f"test rows have inputs that also stand in {part}", f"no test input stands in {part}")
        found = hygiene.overlap(case.sides[SplitPart.TEST], side)
        yield _record(case, f"test inputs in {part}", found, case.thresholds.overlap_share, texts, "overlap")


def _near(case: Case) -> Iterator[DataCheck]:
    for part, side in _others(case):
        found = near(case.sides[SplitPart.TEST], side, case.thresholds)
        subject = f"near-duplicates in {part}"
        if found is None:
            reason = "the inputs are neither numbers, nor sequences or texts of 20 letters"
            yield case.check("4.6", subject, CheckStatus.SKIPPED, reason)
            continue
        drawn = " (of a sample)" if found.is_sampled else ""
        texts = (
            f"test rows{drawn} are {found.how} with a row of {part}, and not equal to one",
            f"no test row{drawn} is {found.how} with a row of {part}",
        )
        yield _record(case, subject, found.found, case.thresholds.near_share, texts, "near_duplicate")


def _groups(case: Case) -> Iterator[DataCheck]:
    for part, side in _others(case):
        found = hygiene.shared_groups(case.sides[SplitPart.TEST], side)
        subject = f"test groups in {part}"
        if found.total:
            texts = (f"groups (such as proteins or subjects) of the test rows are also in {part}", "no group is shared")
            yield _record(case, subject, found, case.thresholds.group_share, texts, "shared_group")
        else:
            reason = "no header or column says which group a row comes from"
            yield case.check("4.6", subject, CheckStatus.SKIPPED, reason)


def _times(case: Case) -> Iterator[DataCheck]:
    for part, side in _others(case):
        found = in_time(case.sides[SplitPart.TEST], side)
        subject = f"time order of test and {part}"
        if found is None:
            yield case.check("4.6", subject, CheckStatus.SKIPPED, "no column holds dates")
            continue
        ends = f"by {found.column!r} the test begins {found.first_test}, {part} ends {found.last_other}"
        texts = (f"rows of {part} are later than the first test row: {ends}", f"no row of {part} is later: {ends}")
        yield _record(case, subject, found.later, None, texts, "time_order")


def _conflicts(case: Case) -> Iterator[DataCheck]:
    if not all(side.target for side in case.sides.values()):
        yield case.check("4.6", "conflicting targets", CheckStatus.SKIPPED, "a distribution has no targets")
        return
    is_open = case.proposed is not None and case.proposed.recipe.target_kind in WITHOUT_CLASSES
    limit = None if is_open else case.thresholds.conflict_share
    texts = ("rows have inputs that stand elsewhere with another target", "equal inputs have equal targets")
    found = hygiene.conflicts(case.sides.values())
    yield _record(case, "conflicting targets", found, limit, texts, "conflict")


def _siblings(case: Case) -> Iterator[DataCheck]:
    """Instances of one pack are seen together: no instance may show another's answers."""
    for other in case.siblings:
        for shown, hidden in ((case, other), (other, case)):
            test = hidden.sides.get(SplitPart.TEST)
            if test is None or not shown.sides or not all(s.target for s in (test, *shown.sides.values())):
                continue
            seen = [side for _, side in _others(shown)]
            found = hygiene.same_answers(test, seen, case.thresholds.same_task_share)
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
    found = hygiene.windows(case.sides, case.thresholds.window_share)
    if found is None or not all(side.target for side in case.sides.values()):
        return
    texts = (
        f"sequences are not {found.length}-residue windows centred on {found.residue} like the others",
        f"all sequences are {found.length}-residue windows centred on {found.residue}",
    )
    for part, side in case.sides.items():
        odd = list(found.odd(side))
        shown = odd[: case.thresholds.examples]
        examples = tuple(f"{side.name_of(row)} ({side.targets.iloc[row]}): {why}" for row, why in shown)
        yield _record(case, f"windows in {part}", Found(len(odd), len(side), examples), None, texts, "odd_window")


CHECK = Check(check_id="4.6", title="Split hygiene", run=run)
