"""The stage: run the checks, ground what they found, and let critical findings wait for a human.

The place of the model half: checks R1-R8 are `Check`s whose `attack` asks a second model and parses its answer into
findings. They go into `checks` after the deterministic ones, which run first and cost nothing; grounding and the
decision below treat both alike.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pipeline.ports import Produced
from pipeline.review import checks as folder
from pipeline.review.check import Check
from schemas.outcome import Decision, Question, Stage, advance, ask
from schemas.paper import Paper
from schemas.review import Finding, FindingState, Severity
from schemas.task import Task


def review(paper: Paper, task: Task, checks: Sequence[Check] | None = None) -> Produced:
    """Attack a record with every check. Advances unless a grounded finding is critical."""
    running = deterministic_checks() if checks is None else checks
    found = (settled(paper, item) for check in running for item in check.attack(paper, task))
    findings = tuple({(item.check_id, item.field_path): item for item in found}.values())
    return Produced(_decision(paper, findings, running), findings)


@cache
def deterministic_checks() -> tuple[Check, ...]:
    """The checks of the folder `checks`, by the number in their id."""
    modules = (import_module(f"{folder.__name__}.{module.name}") for module in iter_modules(folder.__path__))
    return tuple(sorted((module.CHECK for module in modules), key=lambda check: int(check.check_id[1:])))


def settled(paper: Paper, finding: Finding) -> Finding:
    """A finding with its state: dropped where its quote is not in the paper, queued where it is critical."""
    is_grounded = all(paper.find(item.quote) for item in finding.evidence)
    if not is_grounded:
        return finding.model_copy(update={"state": FindingState.UNGROUNDED})
    state = FindingState.QUEUED if finding.severity is Severity.CRITICAL else FindingState.REPORTED
    return finding.model_copy(update={"state": state})


def _decision(paper: Paper, findings: Iterable[Finding], running: Sequence[Check]) -> Decision:
    kept = tuple(findings)
    queued = [item for item in kept if item.state is FindingState.QUEUED]
    if queued:
        return ask(paper.paper_id, Stage.REVIEW, "critical_finding", tuple(map(_question, queued)))
    names = ", ".join(check.check_id for check in running)
    return advance(paper.paper_id, Stage.REVIEW, f"{names}: no critical finding, {len(kept)} reported")


def _question(finding: Finding) -> Question:
    advice = f" (recommended: {finding.recommended})" if finding.recommended else ""
    text = f"{finding.check_id}, {finding.field_path}: {finding.reason}{advice}"
    return Question(field=finding.field_path, question=text, rule=finding.check_id, evidence=finding.evidence)
