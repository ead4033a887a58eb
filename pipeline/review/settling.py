"""What code does with a finding: drop it, apply it, put it before the judge, or before a human.

A model is trusted with no part of this. Its quote has to stand in the paper, its value has to fit the schema, and
what it calls normal is critical all the same where it would flip a verdict, or change A, a test set or a score.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.asking import grounded
from pipeline.results.fields import locate
from pipeline.review.amend import Amended, Beyond, Misfit, amended, cell_evidence, records_of, value_now
from pipeline.review.check import Case, Check
from pipeline.review.checks import all_checks
from pipeline.review.checks.r9_self_consistent import CLAIM
from pipeline.review.court import Court
from pipeline.review.favour import favours
from pipeline.review.verdicts import rejects
from schemas.base import Record
from schemas.curation import Curation
from schemas.evidence import DecidedBy, Evidence
from schemas.paper import Paper
from schemas.review import Action, Finding, FindingState, Severity
from schemas.screening import Verdict, VerdictCall
from schemas.task import MethodRole, Score, Task

_OWN = {MethodRole.PROPOSED, MethodRole.VARIANT}
_NORMAL = re.compile(
    r"settings\..+\.(?:name|task|counts(?:\..+)?)|metrics\..+\.(?:printed|unit|averaging|threshold)|scores\..+\.method"
)
"""What a finding may change without a judge: words of the record, never a verdict, A, a test set or a number."""


@dataclass(frozen=True)
class Settled:
    """A finding with its state, and the task where it was carried out."""

    finding: Finding
    task: Task | None = None


@dataclass(frozen=True)
class Bench:
    """Who settles: the check that a finding belongs to, the judge if there is one, and what humans said before."""

    case: Case
    check: Check
    court: Court | None
    curation: Curation | None
    touched: frozenset[str] = frozenset()

    def settle(self, finding: Finding) -> Settled:
        """The state of a finding, and what it changes."""
        if dismissed := self._dismissal(finding):
            return Settled(dismissed)
        if finding.decider.by is not DecidedBy.LLM:
            return Settled(_of_code(self.case.paper, finding))
        checked = self._checked(finding)
        if isinstance(checked, Settled):
            return checked
        finding, change = checked
        if self._is_a_humans(finding) or self.case.paper.addresses_models:
            state = FindingState.QUEUED if finding.severity is Severity.CRITICAL else FindingState.REPORTED
            return Settled(_with(finding, state, _WHY_NOT))
        if finding.severity is Severity.CRITICAL:
            return self._ruled(finding, change)
        if isinstance(change, Beyond):
            return Settled(_with(finding, FindingState.REPORTED, change.problem))
        return Settled(_with(finding, FindingState.APPLIED), change if isinstance(change, Task) else None)

    def _checked(self, finding: Finding) -> Settled | tuple[Finding, Task | Beyond | None]:
        """The finding with its evidence, true severity and what it would make of the task; or dropped."""
        if not self.check.speaks_of(finding.field_path):
            return Settled(_with(finding, FindingState.MISFIT, f"{finding.field_path} is not {finding.check_id}'s"))
        claimed = grounded(self.case.paper, finding.quote)
        evidence = (*cell_evidence(self.case.paper, finding), *claimed.evidence)
        if claimed.problem and not (evidence and _is_cell_text(finding.quote, evidence)):
            return Settled(_with(finding, FindingState.UNGROUNDED, claimed.problem))
        change = self._change(finding)
        if isinstance(change, Misfit):
            return Settled(_with(finding, FindingState.MISFIT, change.problem))
        update = {
            "evidence": evidence,
            "severity": self._severity(finding),
            "current": self._current(finding) or finding.current,
        }
        return finding.model_copy(update=update), change

    def _change(self, finding: Finding) -> Amended | None:
        """What the finding would make of the task; None where it attacks a verdict, which changes no record."""
        if finding.field_path.startswith("verdicts."):
            return self._verdict_problem(finding)
        made = amended(self.case.paper, self.case.task, finding)
        return self._unbroken(made) if isinstance(made, Task) else made

    def _verdict_problem(self, finding: Finding) -> Misfit | None:
        menu = rejects(finding.field_path.removeprefix("verdicts."))
        verdict = verdict_at(self.case.verdicts, finding)
        if finding.action is not Action.UPDATE or finding.recommended not in menu:
            return Misfit(f"{finding.recommended!r} is none of {', '.join(menu)}")
        return None if verdict is not None else Misfit("the record has no such verdict")

    def _unbroken(self, task: Task) -> Task | Misfit | Beyond:
        """The task, unless a deterministic check now finds something critical that it did not find before.

        Where it then contradicts what the paper claims of itself, the paper may be to blame: a human looks.
        """
        before = {(found.check_id, found.field_path) for found in criticals(self.case)}
        after = criticals(replace(self.case, task=task))
        new = next((found for found in after if (found.check_id, found.field_path) not in before), None)
        if new is None:
            return task
        problem = f"the record would break {new.check_id}: {new.reason}"
        return Beyond(problem) if new.field_path == CLAIM else Misfit(problem)

    def _severity(self, finding: Finding) -> Severity:
        """Code's own word, where it is graver. A field that another finding of this turn changed is in dispute."""
        adds_a_name = finding.field_path == "algorithm.variants" and finding.action is Action.ADD
        is_light = (adds_a_name or _NORMAL.fullmatch(finding.field_path)) and not _renames_own(self.case, finding)
        is_disputed = finding.field_path in self.touched and finding.action is Action.UPDATE
        return finding.severity if is_light and not is_disputed else Severity.CRITICAL

    def _current(self, finding: Finding) -> str:
        verdict = verdict_at(self.case.verdicts, finding)
        return f"{verdict.call}: {verdict.category}" if verdict else value_now(self.case.task, finding.field_path)

    def _ruled(self, finding: Finding, change: Task | Beyond | None) -> Settled:
        if isinstance(change, Task) and favours(self.case.task, change):
            return Settled(_with(finding, FindingState.QUEUED, "it would make the paper look better: a human decides"))
        if self.court is None:
            return Settled(_with(finding, FindingState.QUEUED))
        keeps, basis = self._defence(finding)
        ruling = self.court.rule(self.case.paper, finding, keeps, basis)
        said = finding.model_copy(update={"ruling": ruling.reason, "ruled_by": ruling.decider})
        if ruling.upheld is None:
            return Settled(_with(said, FindingState.QUEUED))
        if not ruling.upheld:
            return Settled(_with(said, FindingState.DISMISSED))
        if isinstance(change, Beyond):
            return Settled(_with(said, FindingState.QUEUED, f"{ruling.reason}; {change.problem}"))
        return Settled(_with(said, FindingState.APPLIED), change if isinstance(change, Task) else None)

    def _defence(self, finding: Finding) -> tuple[str, Sequence[Evidence]]:
        """What the record says, and what it rests on."""
        verdict = verdict_at(self.case.verdicts, finding)
        if verdict is not None:
            return f"{verdict.call} ({verdict.category}): {verdict.reason}", verdict.evidence
        record = self._record(finding)
        return finding.current, getattr(record, "evidence", ())

    def _record(self, finding: Finding) -> Record | None:
        found = locate(records_of(self.case.task), finding.field_path.removesuffix(".cell"))
        return found[0] if found else None

    def _is_a_humans(self, finding: Finding) -> bool:
        record = verdict_at(self.case.verdicts, finding) or self._record(finding)
        decider = getattr(record, "decider", None)
        return decider is not None and decider.by is DecidedBy.HUMAN

    def _dismissal(self, finding: Finding) -> Finding | None:
        """The finding, dismissed, where a human looked at that field under that check and left it as it is."""
        for entry in self.curation.dismissed if self.curation else ():
            if self.curation and (entry.check, entry.field_path) == (finding.check_id, finding.field_path):
                said = {"ruled_by": self.curation.decider_of(entry), "ruling": entry.reason or self.curation.reason}
                return finding.model_copy(update={"state": FindingState.DISMISSED, **said})
        return None


_WHY_NOT = "a human's value, or a paper that addresses models: a finding can only raise a question"


def criticals(case: Case) -> list[Finding]:
    """The critical findings of the deterministic checks."""
    silent = replace(case, reviewer=None)
    return [found for check in all_checks() for found in check.attack(silent) if found.severity is Severity.CRITICAL]


def verdict_at(verdicts: Sequence[Verdict], finding: Finding) -> Verdict | None:
    """The passed verdict that a finding attacks."""
    rule = finding.field_path.removeprefix("verdicts.")
    return next((item for item in verdicts if item.rule == rule and item.call is VerdictCall.PASS), None)


def _of_code(paper: Paper, finding: Finding) -> Finding:
    """A finding of a deterministic check: code is right about numbers, so it asks no judge, and it changes nothing."""
    if not all(paper.find(item.quote) for item in finding.evidence):
        return _with(finding, FindingState.UNGROUNDED)
    return _with(finding, FindingState.QUEUED if finding.severity is Severity.CRITICAL else FindingState.REPORTED)


def _with(finding: Finding, state: FindingState, ruling: str = "") -> Finding:
    return finding.model_copy(update={"state": state, "ruling": ruling or finding.ruling})


def _is_cell_text(quote: str, evidence: Sequence[Evidence]) -> bool:
    return any(item.place.column and item.quote == quote for item in evidence)


def _renames_own(case: Case, finding: Finding) -> bool:
    found = locate(records_of(case.task), finding.field_path)
    return found is not None and isinstance(found[0], Score) and found[0].role in _OWN
