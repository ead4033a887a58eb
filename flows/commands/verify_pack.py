"""`papergym verify-pack PACK`: check a pack folder again."""

from collections import Counter
from functools import partial
from pathlib import Path

from flows.settings import load_settings
from flows.show.console import line, print_json, print_table
from flows.show.pack_status import warn_of
from flows.writing_again import write_again
from schemas.data import CheckStatus
from schemas.errors import UsageError
from schemas.pack import PackCheck


def run(pack: Path, paper: Path | None, html: Path | None, as_json: bool) -> int:
    """Print every check. Exit code 3 if one fails, for scripts that gate on it.

    With the paper the pack is also written again from its sources, for K5.5; `html` is where a page of it goes.
    """
    if not (pack / "metadata.json").is_file():
        raise UsageError(f"{pack} is not a pack", "name a folder that holds metadata.json, problem/ and evaluation/")
    if paper is not None and not paper.is_file():
        raise UsageError(f"{paper} is no file", "name the paper that the pack was built from")
    if html is not None and (html.is_dir() or not html.absolute().parent.is_dir()):
        raise UsageError(f"{html} cannot be written", "name a file in a folder that is there")
    from flows.wiring import open_sandbox
    from pipeline.pack.verification import verify
    from pipeline.pack.withheld import require_data

    require_data(pack)
    warn_of(pack)
    settings = load_settings()
    again = None if paper is None else partial(write_again, paper, settings)
    found = verify(pack, open_sandbox(settings.containers), again)
    checks = found.checks
    if html is not None:
        from flows.show.checks_page import write_page
        from pipeline.pack.lifecycle import read_status

        write_page(html, found, read_status(pack))
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
