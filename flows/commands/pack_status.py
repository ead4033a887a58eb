"""`papergym pack-status PACK`: version, known issues and withdrawal of a pack."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from flows.show.console import line, print_json
from schemas.errors import UsageError

if TYPE_CHECKING:
    from pipeline.pack.lifecycle import PackStatus


def run(pack: Path, issue: str | None, withdraw: str | None, restore: bool, by: str | None, as_json: bool) -> int:
    """Show the status; with an option, change it first."""
    from pipeline.pack.lifecycle import read_status, status_lock, write_status
    from pipeline.pack.lock import read_lock

    read_lock(pack)  # raises UsageError where this is no pack
    if issue or withdraw or restore:
        if not by:
            raise UsageError("a change of a pack's status needs a name", "give --by NAME")
        with status_lock(pack):
            write_status(pack, _changed(read_status(pack), issue, withdraw, restore, by))
    status = read_status(pack)
    if as_json:
        print_json(status.model_dump(mode="json"))
        return 0
    line(f"{status.pack_id} {status.version}", style="bold")
    for warning in status.warnings:
        line(f"  {warning}", style="yellow")
    return 0


def _changed(status: "PackStatus", issue: str | None, withdraw: str | None, restore: bool, by: str) -> "PackStatus":
    from pipeline.pack.lifecycle import Issue

    def said(text: str | None) -> Issue | None:
        return Issue(text=text, by=by, date=datetime.now(UTC).date(), version=status.version) if text else None

    new = said(issue)
    known = (*status.known_issues, new) if new else status.known_issues
    withdrawn = said(withdraw) if withdraw or restore else status.withdrawn
    return status.model_copy(update={"known_issues": known, "withdrawn": withdrawn})
