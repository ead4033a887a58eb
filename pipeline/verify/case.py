"""What a check gets to see, and what a check file declares."""

import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module

from pipeline.ports import Store
from pipeline.verify.hygiene import Side, sides_of
from pipeline.verify.matching import Unmatched
from pipeline.verify.materialise import Frames
from pipeline.verify.propose import Proposed
from pipeline.verify.thresholds import DEFAULT_THRESHOLDS, Thresholds
from schemas.data import CheckStatus, DataCheck, DataFile, Measure, SplitPart
from schemas.evidence import Evidence
from schemas.task import Setting


@dataclass(frozen=True)
class Case:
    """One setting before the checks.

    Either `proposed` with the recipe's `files`, and `raw` or the `problem` that kept it from being read; or
    `unmatched` with the reason why there is no recipe. `siblings` are the settings of the same paper that were read
    before this one. `refused` are paths of the sources that were not taken.
    """

    setting: Setting
    store: Store
    proposed: Proposed | None = None
    unmatched: Unmatched | None = None
    files: tuple[DataFile, ...] = ()
    raw: Frames | None = None
    problem: str | None = None
    refused: tuple[str, ...] = ()
    siblings: "tuple[Case, ...]" = ()
    thresholds: Thresholds = DEFAULT_THRESHOLDS

    @cached_property
    def sides(self) -> dict[SplitPart, Side]:
        """The raw rows by part; empty where nothing could be read."""
        return sides_of(self.proposed.recipe, self.raw) if self.proposed and self.raw else {}

    def check(
        self,
        check_id: str,
        subject: str,
        status: CheckStatus,
        reason: str,
        *,
        category: str | None = None,
        measures: tuple[Measure, ...] = (),
        examples: Sequence[str] = (),
        evidence: tuple[Evidence, ...] = (),
    ) -> DataCheck:
        """A record of a check of this setting; examples are cut to what the thresholds allow."""
        return DataCheck(
            paper_id=self.setting.paper_id,
            setting_id=self.setting.setting_id,
            check_id=check_id,
            subject=subject,
            status=status,
            reason=reason,
            category=category,
            measures=measures,
            examples=tuple(examples[: self.thresholds.examples]),
            evidence=evidence,
        )


@dataclass(frozen=True)
class Check:
    """A check of data. `pipeline/verify/checks/check_<id>.py` holds one `CHECK`; the spec is data.md.

    `run(case, before)` sees the results of the checks that ran before it. Checks run by `order`, then id. A case
    without recipe or without readable rows only reaches the checks that say so in `needs_recipe` and `needs_rows`.
    `categories` are the reasons for having no recipe that fail this check rather than another.
    """

    check_id: str
    title: str
    run: Callable[[Case, Sequence[DataCheck]], tuple[DataCheck, ...]]
    needs_recipe: bool = True
    needs_rows: bool = True
    categories: tuple[str, ...] = ()
    order: int = 0


@cache
def all_checks() -> tuple[Check, ...]:
    """Every check of the folder in the order in which they run."""
    from pipeline.verify import checks

    names = [module.name for module in pkgutil.iter_modules(checks.__path__)]
    found = [import_module(f"{checks.__name__}.{name}").CHECK for name in names]
    return tuple(sorted(found, key=lambda check: (check.order, check.check_id)))


def run_check(check: Check, case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """The records of one check. What cannot be checked is `skipped` with the reason, never left out."""
    if check.needs_recipe and case.unmatched:
        is_mine = case.unmatched.category in check.categories
        status = CheckStatus.FAIL if is_mine else CheckStatus.SKIPPED
        reason = case.unmatched.reason if is_mine else f"no recipe: {case.unmatched.reason}"
        category = case.unmatched.category if is_mine else None
        return (case.check(check.check_id, "recipe", status, reason, category=category),)
    if check.needs_rows and case.raw is None:
        reason = f"the files could not be read: {case.problem}"
        return (case.check(check.check_id, "recipe", CheckStatus.SKIPPED, reason),)
    return check.run(case, before)
