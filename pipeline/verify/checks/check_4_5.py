"""4.5 Closure: a setting passes where none of its other checks fails. It runs last."""

from collections import Counter
from collections.abc import Sequence

from pipeline.verify.case import Case, Check
from schemas.data import CheckStatus, DataCheck


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """Pass or fail, with the checks that failed and how many only warn."""
    if case.unmatched:
        return (_failed(case, case.unmatched.reason, case.unmatched.category),)
    failed = [check for check in before if check.status is CheckStatus.FAIL]
    if failed:
        text = "; ".join(f"{check.check_id} {check.subject}: {check.reason}" for check in failed)
        return (_failed(case, text, failed[0].category),)
    warned = Counter(check.check_id for check in before if check.status is CheckStatus.WARN)
    text = ", ".join(f"{check_id} ({count})" for check_id, count in sorted(warned.items()))
    return (case.check("4.5", "setting", CheckStatus.PASS, f"passes{f', with warnings in {text}' if text else ''}"),)


def _failed(case: Case, reason: str, category: str | None) -> DataCheck:
    return case.check("4.5", "setting", CheckStatus.FAIL, reason, category=category)


CHECK = Check(check_id="4.5", title="Closure", run=run, needs_recipe=False, needs_rows=False, order=1)
