"""What a check is, and what it says."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemas.data import CheckStatus, Measure
from schemas.errors import PapergymError

if TYPE_CHECKING:
    from pipeline.pack.checks.view import PackView


class PackFaultError(PapergymError):
    """A file of the pack is missing or broken, so that a check cannot be made. The check fails with this reason."""


class NotCheckedError(PapergymError):
    """What a check needs is not here. The check is skipped with this reason."""


@dataclass(frozen=True)
class Finding:
    """The outcome of one check. `skipped` is for what was not looked at, never for what is fine."""

    status: CheckStatus
    reason: str
    hits: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()


@dataclass(frozen=True)
class Check:
    """One check of a pack. Modules of this folder list theirs in `CHECKS`."""

    check_id: str
    title: str
    run: "Callable[[PackView], Finding]"


def judged(problems: Iterable[str], fine: str, measures: Iterable[Measure] = ()) -> Finding:
    """Pass where there is no problem, else fail with all of them."""
    found = tuple(problems)
    reason = fine if not found else f"{found[0]}" + (f" (and {len(found) - 1} more)" if len(found) > 1 else "")
    return Finding(CheckStatus.FAIL if found else CheckStatus.PASS, reason, found, tuple(measures))


def warned(problems: Iterable[str], fine: str, measures: Iterable[Measure] = ()) -> Finding:
    """Pass where there is no problem, else a warning with all of them."""
    finding = judged(problems, fine, measures)
    if finding.status is CheckStatus.PASS:
        return finding
    return Finding(CheckStatus.WARN, finding.reason, finding.hits, finding.measures)


def skipped(reason: str) -> Finding:
    """Not looked at, and why."""
    return Finding(CheckStatus.SKIPPED, reason)
