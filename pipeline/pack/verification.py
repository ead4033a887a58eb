"""Every check on one pack, from its folder alone."""

import re
from dataclasses import dataclass
from pathlib import Path

from pipeline.pack.checks import all_checks
from pipeline.pack.checks.check import Check, Finding, PackFaultError
from pipeline.pack.checks.view import PackView
from schemas.data import CheckStatus
from schemas.errors import UsageError
from schemas.pack import BaselineResult, PackCheck

_RUNS = re.compile(r"^K4\.")
_BASIC = ("K0.1", "K0.2", "K0.4", "K1.2", "K1.3", "K1.7")
"""Without these a submission cannot be made or scored."""


@dataclass(frozen=True)
class Verification:
    """All checks, and what the generated baselines scored."""

    checks: tuple[PackCheck, ...]
    baselines: tuple[BaselineResult, ...]


def verify_pack(pack_dir: Path) -> tuple[PackCheck, ...]:
    """All checks K0-K5 and F1-F8 of a pack folder. Raises UsageError where the folder is no pack."""
    return verify(pack_dir).checks


def verify(pack_dir: Path) -> Verification:
    """The checks in the order of their ids, and the baselines where they ran. Raises UsageError as above."""
    with PackView(pack_dir) as view:
        view.lock  # noqa: B018  # a folder without a lock is no pack
        findings: dict[str, Finding] = {}
        records = tuple(_record(view, check, findings) for check in all_checks())
        ran = findings["K4.11"].status is not CheckStatus.SKIPPED and bool(findings["K4.11"].measures)
        return Verification(records, _baselines(view) if ran else ())


def _record(view: PackView, check: Check, findings: dict[str, Finding]) -> PackCheck:
    finding = findings[check.check_id] = _find(view, check, findings)
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


def _find(view: PackView, check: Check, findings: dict[str, Finding]) -> Finding:
    broken = [name for name in _BASIC if _RUNS.match(check.check_id) and findings[name].status is CheckStatus.FAIL]
    if broken:
        return Finding(CheckStatus.SKIPPED, f"not run: {', '.join(broken)} failed")
    try:
        return check.run(view)
    except (PackFaultError, UsageError) as fault:
        return Finding(CheckStatus.FAIL, fault.message, (fault.message,))


def _baselines(view: PackView) -> tuple[BaselineResult, ...]:
    from pipeline.pack.checks.k4_ladder import baselines

    return baselines(view)
