"""Every check on one pack, from its folder alone."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.containers import NO_SANDBOX, Sandbox
from pipeline.pack.checks import all_checks
from pipeline.pack.checks.check import Check, Finding, NotCheckedError, PackFaultError, skipped
from pipeline.pack.checks.view import PackView
from schemas.data import CheckStatus
from schemas.errors import ContainerFaultError, UsageError
from schemas.pack import BaselineResult, PackCheck

_RUNS = re.compile(r"^K(?:4\.|5\.[234])")
_BASIC = ("K0.1", "K0.2", "K0.4", "K1.2", "K1.3", "K1.7")
"""Without these a submission cannot be made or scored."""


@dataclass(frozen=True)
class Verification:
    """All checks, and what the generated baselines scored."""

    checks: tuple[PackCheck, ...]
    baselines: tuple[BaselineResult, ...]


def verify_pack(
    pack_dir: Path, sandbox: Sandbox = NO_SANDBOX, write_again: Callable[[Path], None] | None = None
) -> tuple[PackCheck, ...]:
    """All checks K0-K5 and F1-F8 of a pack folder.

    Raises UsageError where the folder is no pack, and ContainerFaultError where a sandbox that is required fails.
    """
    return verify(pack_dir, sandbox, write_again).checks


def verify(
    pack_dir: Path, sandbox: Sandbox = NO_SANDBOX, write_again: Callable[[Path], None] | None = None
) -> Verification:
    """The checks in the order of their ids, and the baselines where they ran. Raises as above."""
    with PackView(pack_dir, sandbox, write_again) as view:
        view.lock  # noqa: B018  # a folder without a lock is no pack
        findings: dict[str, Finding] = {}
        records = tuple(_record(view, check, findings) for check in all_checks())
        ran = findings["K4.11"].status is not CheckStatus.SKIPPED and bool(findings["K4.11"].measures)
        return Verification(records, _baselines(view) if ran else ())


def _record(view: PackView, check: Check, findings: dict[str, Finding]) -> PackCheck:
    finding = findings[check.check_id] = find(view, check, findings)
    return PackCheck(
        paper_id=view.lock.paper_id,
        pack_id=view.lock.pack_id,
        check_id=check.check_id,
        title=check.title,
        status=finding.status,
        reason=finding.reason,
        hits=finding.hits,
        measures=finding.measures,
    )


def find(view: PackView, check: Check, before: Mapping[str, Finding]) -> Finding:
    """One check, after those it builds on. What cannot be looked at is skipped; a broken file fails its check."""
    broken = [name for name in _BASIC if name in before and before[name].status is CheckStatus.FAIL]
    if broken and _RUNS.match(check.check_id):
        return skipped(f"not run: {', '.join(broken)} failed")
    try:
        return check.run(view)
    except (PackFaultError, UsageError) as fault:
        return Finding(CheckStatus.FAIL, fault.message, (fault.message,))
    except NotCheckedError as reason:
        return skipped(reason.message)
    except ContainerFaultError as fault:
        if view.is_sandbox_required:
            raise
        return skipped(" ".join(str(fault).split()))


def _baselines(view: PackView) -> tuple[BaselineResult, ...]:
    from pipeline.pack.checks.k4_ladder import baselines

    return baselines(view)
