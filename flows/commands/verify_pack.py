"""`papergym verify-pack PACK`: check a pack folder again."""

from collections import Counter
from pathlib import Path

from flows.settings import load_settings
from flows.show.console import line, print_json, print_table
from schemas.data import CheckStatus
from schemas.errors import UsageError
from schemas.pack import PackCheck


def run(pack: Path, as_json: bool) -> int:
    """Print every check. Exit code 3 if one fails, for scripts that gate on it."""
    if not (pack / "metadata.json").is_file():
        raise UsageError(f"{pack} is not a pack", "name a folder that holds metadata.json, problem/ and evaluation/")
    from flows.wiring import open_sandbox
    from pipeline.pack import verify_pack

    sandbox = open_sandbox(load_settings().containers)
    checks = verify_pack(pack, sandbox)
    if as_json:
        print_json([check.model_dump(mode="json") for check in checks])
    else:
        show_checks(checks)
    return 3 if any(check.status is CheckStatus.FAIL for check in checks) else 0


def show_checks(checks: tuple[PackCheck, ...]) -> None:
    """A row per check, the hits of what did not pass, and the counts. Skipped checks are counted as skipped."""
    print_table(
        ["check", "status", "what", "result"],
        [[check.check_id, check.status.value, check.title, check.reason] for check in checks],
    )
    for check in checks:
        if check.status in {CheckStatus.FAIL, CheckStatus.WARN}:
            for hit in check.hits[:10]:
                line(f"  {check.check_id}: {hit}")
    counts = Counter(check.status.value for check in checks)
    line("  ".join(f"{counts[status.value]} {status.value}" for status in CheckStatus), style="bold")
