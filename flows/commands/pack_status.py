"""`papergym pack-status PACK`: version, known issues and withdrawal of a pack."""

from datetime import UTC, datetime
from pathlib import Path

from flows.show.console import line, print_json
from schemas.errors import UsageError


def run(pack: Path, issue: str | None, withdraw: str | None, restore: bool, by: str | None, as_json: bool) -> int:
    """Show the status; with an option, change it first."""
    from pipeline.pack.lifecycle import Issue, read_status, write_status
    from pipeline.pack.lock import read_lock

    read_lock(pack)  # raises UsageError where this is no pack
    status = read_status(pack)
    if (issue or withdraw or restore) and not by:
        raise UsageError("a change of a pack's status needs a name", "give --by NAME")
    said = [
        Issue(text=text, by=by or "", date=datetime.now(UTC).date(), version=status.version) if text else None
        for text in (issue, withdraw)
    ]
    if said[0]:
        status = status.model_copy(update={"known_issues": (*status.known_issues, said[0])})
    if said[1] or restore:
        status = status.model_copy(update={"withdrawn": said[1]})
    if issue or withdraw or restore:
        write_status(pack, status)
    if as_json:
        print_json(status.model_dump(mode="json"))
        return 0
    line(f"{status.pack_id} {status.version}", style="bold")
    for warning in status.warnings:
        line(f"  {warning}", style="yellow")
    return 0
