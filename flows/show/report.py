"""What a run did: one row per paper, and the counts."""

from collections import Counter
from typing import Any

from flows.execute import Report, outcome_of
from flows.settings import Settings
from flows.show.console import is_terminal, line, print_table
from flows.stages import pack_folders
from flows.work import Work
from schemas.outcome import Outcome, Stage


def reason_of(work: Work) -> str:
    """Why a paper is where it is, in one line."""
    if work.duplicate_of:
        return f"a file of the same paper as {work.duplicate_of}, which stands for both"
    if work.error:
        return work.error.splitlines()[0]
    return work.decision.reason if work.decision else ""


def status_of(work: Work, until: Stage) -> str:
    """The word for where a paper is; one that got through the stages asked for has passed, and is not yet packed."""
    outcome = outcome_of(work, until)
    if work.duplicate_of:
        return "copy"
    return "passed" if outcome is Outcome.PACKED and until is not Stage.PACK else outcome.value


def as_data(report: Report, settings: Settings) -> dict[str, Any]:
    """The report for machines."""
    return {"run": report.run, "papers": [_paper_data(work, report.until, settings) for work in report.works]}


def _paper_data(work: Work, until: Stage, settings: Settings) -> dict[str, Any]:
    decision = work.decision
    return {
        "file": str(work.document.path),
        "paper_id": work.paper_id or None,
        "outcome": status_of(work, until),
        "stage": work.stalled_at or (decision.stage if decision else None),
        "rule": decision.rule if decision else None,
        "category": decision.category if decision else None,
        "reason": reason_of(work),
        "questions": [question.model_dump(mode="json") for question in decision.questions] if decision else [],
        "packs": [str(folder) for folder in pack_folders(work, settings.packs_root)],
    }


def show_report(report: Report, settings: Settings) -> None:
    """A table of papers and a line of counts. A terminal gets three columns, a pipe one per field."""
    title = f"run {report.run}"
    if is_terminal():
        print_table(["outcome", "paper", "why"], [_short_row(work, report.until) for work in report.works], title)
    else:
        columns = ["outcome", "stage", "rule", "category", "paper", "reason"]
        print_table(columns, [_row(work, report.until) for work in report.works])
    for work in report.works:
        for folder in pack_folders(work, settings.packs_root):
            line(f"pack: {folder}")
    counts = Counter(status_of(work, report.until) for work in report.works)
    line("  ".join(f"{count} {status}" for status, count in counts.most_common()), style="bold")


def _short_row(work: Work, until: Stage) -> list[str]:
    outcome, _, rule, category, name, reason = _row(work, until)
    grounds = f"{rule} {category}: " if rule and outcome != "packed" else ""
    return [outcome, name, grounds + reason]


def _row(work: Work, until: Stage) -> list[str]:
    decision = work.decision
    stage = work.stalled_at or (decision.stage if decision else "")
    rule, category = (decision.rule or "", decision.category or "") if decision else ("", "")
    return [status_of(work, until), stage, rule, category, work.name, reason_of(work)]
