"""What a rule gets to see, and what a rule file declares."""

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.results.model import Results
from schemas.curation import Curation
from schemas.data import LinkCheck
from schemas.evidence import RULES, Evidence
from schemas.paper import Paper
from schemas.screening import Verdict, VerdictCall


@dataclass(frozen=True)
class Case:
    """One paper before the rules: as read, with its results, what its links answered, and what a human said."""

    paper: Paper
    results: Results
    links: tuple[LinkCheck, ...] = ()
    curation: Curation | None = None


@dataclass(frozen=True)
class Rule:
    """A rule of screening. `pipeline/screen/rules/rule_<id>.py` holds one `RULE`; the spec is screening.md."""

    rule_id: str
    level: int
    title: str
    judge: Callable[[Case], Verdict]


def verdict(
    case: Case, rule_id: str, call: VerdictCall, category: str, reason: str, evidence: tuple[Evidence, ...] = ()
) -> Verdict:
    """A verdict of the deterministic decider. The level is the first digit of the rule's id."""
    return Verdict(
        paper_id=case.paper.paper_id,
        rule=rule_id,
        level=int(rule_id.split(".")[0]),
        call=call,
        category=category,
        reason=reason,
        evidence=evidence,
        decider=RULES,
    )
