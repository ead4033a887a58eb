"""What a rule gets to see, and what a rule file declares."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pipeline.results.model import Results
from schemas.curation import Curation
from schemas.data import LinkCheck
from schemas.evidence import RULES, Evidence
from schemas.paper import Paper, SectionRole
from schemas.screening import Verdict, VerdictCall


@dataclass(frozen=True)
class Case:
    """One paper before the rules: as read, with its results, what its links answered, and what a human said."""

    paper: Paper
    results: Results
    links: tuple[LinkCheck, ...] = ()
    curation: Curation | None = None


@dataclass(frozen=True)
class Need:
    """The text that a second look at a rule takes: paragraphs of sections with these roles, the best role first, in
    which `about` is found; and the result tables, where `tables` is set."""

    roles: tuple[SectionRole, ...] = ()
    about: re.Pattern[str] | None = None
    tables: bool = False


@dataclass(frozen=True)
class Menu:
    """What a model may say of a rule that code leaves undecided: categories with their meaning, and nothing else.

    `asks` puts the rule in a sentence or two. A pass counts only where `may_pass` says so: what rests on a fact about
    the world, such as a link, is for its host to show, and a model can then only reject. `needs` is the text of the
    second look; a rule that a model cannot pass gets none.
    """

    asks: str
    passes: Mapping[str, str] = field(default_factory=dict)
    rejects: Mapping[str, str] = field(default_factory=dict)
    needs: Need = Need()
    may_pass: Callable[[Case], bool] = lambda case: True


@dataclass(frozen=True)
class Rule:
    """A rule of screening. `pipeline/screen/rules/rule_<id>.py` holds one `RULE`; the spec is screening.md.

    `judge` decides by code. `menu` is what a model may answer where `judge` does not know; without one nobody but a
    human answers.
    """

    rule_id: str
    level: int
    title: str
    judge: Callable[[Case], Verdict]
    menu: Menu | None = None


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
