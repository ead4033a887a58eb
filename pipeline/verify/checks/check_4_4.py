"""4.4 Consistent: the files agree with the paper's own numbers, each with the cell or sentence it is printed in."""

from collections import Counter
from collections.abc import Sequence

from pipeline.verify.case import Case, Check
from pipeline.verify.counts import Compared, compare
from schemas.data import CheckStatus, DataCheck, Measure, SplitPart
from schemas.task import Count


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """One record per part and label that the paper counts; `skipped` where it counts none."""
    if not case.setting.counts:
        reason = "the paper prints no counts for this setting that could be read"
        return (case.check("4.4", "counts", CheckStatus.SKIPPED, reason),)
    compared, unmatched = compare(case.setting.counts, row_counts(case))
    return (*(_compared(case, each) for each in compared), *_unmatched(case, unmatched))


def row_counts(case: Case) -> dict[tuple[SplitPart, str | None], int]:
    """Rows by part, and by part and class where the target has classes."""
    counts: Counter[tuple[SplitPart, str | None]] = Counter()
    classes = set(case.proposed.recipe.classes) if case.proposed else set()
    for part, side in case.sides.items():
        counts[part, None] = len(side)
        named = {str(name): int(count) for name, count in side.targets.value_counts().items()} if classes else {}
        counts.update({(part, name): count for name, count in named.items() if name in classes})
    return dict(counts)


def _compared(case: Case, found: Compared) -> DataCheck:
    status, reason, category = CheckStatus.PASS, f"{found.actual} rows, as the paper says", None
    if found.difference:
        word = "fewer" if found.difference < 0 else "more"
        reason = f"{found.actual} rows, {abs(found.difference)} {word} than the paper's {found.printed.printed}"
        is_close = found.is_close(case.thresholds)
        status = CheckStatus.WARN if is_close else CheckStatus.FAIL
        category = "count_differs_slightly" if is_close else "count_differs"
    if found.others:
        reason += f"; the paper also prints {', '.join(other.printed for other in found.others)} for it"
    return case.check(
        "4.4",
        found.subject,
        status,
        reason,
        category=category,
        measures=(Measure(name="rows", value=found.actual, expected=found.printed.value),),
        evidence=tuple(item for count in (found.printed, *found.others) for item in count.evidence),
    )


def _unmatched(case: Case, counts: Sequence[Count]) -> tuple[DataCheck, ...]:
    """Counts that name no part or label of the files, one record for each name."""
    by_name: dict[str, list[Count]] = {}
    for count in counts:
        by_name.setdefault(f"{count.split}/{count.label}" if count.label else count.split, []).append(count)
    return tuple(
        case.check(
            "4.4",
            f"printed: {name}",
            CheckStatus.SKIPPED,
            f"the paper prints {', '.join(c.printed for c in found)} for {name!r}, which is no part of the files",
            evidence=tuple(item for count in found for item in count.evidence),
        )
        for name, found in by_name.items()
    )


CHECK = Check(check_id="4.4", title="Consistent with the paper", run=run)
