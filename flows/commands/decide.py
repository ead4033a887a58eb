"""`papergym decide PAPER FIELD VALUE`: a human decision, written into the curation file beside the paper."""

import datetime
from pathlib import Path

from flows.settings import load_settings
from flows.show.console import command_name, line
from schemas.errors import UsageError
from warehouse.audit import Audit


def run(paper: str, field: str, value: str, by: str, reason: str, on: datetime.datetime | None, folder: Path) -> int:
    """Check the decision against the forms, the rules, the metric registry and the paper's record, then write it."""
    from flows.curation_writer import amend
    from flows.decisions import Decision
    from flows.known_fields import check
    from flows.paper_file import find_file

    if not by.strip() or not reason.strip():
        raise UsageError("a decision has a name and a reason", 'give --by NAME and --reason "why"')
    known = _known(paper)
    path = find_file(paper, folder, known)
    date = on.date() if on else datetime.date.today()
    decision = Decision(field.strip(), value.strip(), by.strip(), reason.strip(), date)
    check(decision, known)
    written, made = amend(path, decision)
    line(f"{written}: {made.where} decided by {decision.by}, {decision.date}")
    if made.note:
        line(f"  note: {made.note}", style="yellow")
    line(f"  to use it: {command_name()} run {path}", style="dim")
    return 0


def _known(paper: str) -> Audit | None:
    """What the warehouse knows of the paper, if there is a warehouse and it knows the paper."""
    from warehouse.audit import audit
    from warehouse.store import Warehouse

    root = load_settings().warehouse_root
    if not (root / "manifest.sqlite").is_file():
        return None
    with Warehouse.open(root, read_only=True) as warehouse:
        try:
            return audit(warehouse, paper)
        except UsageError:
            if Path(paper).is_file():
                return None
            raise
