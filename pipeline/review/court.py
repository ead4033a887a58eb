"""The judge role: settles a critical finding between the record and the attack on it, seen without their names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from pipeline.asking import Passage, ask_twice, grid, grounded, paragraphs, shown
from pipeline.ports import Ask, Chat
from prompts import Rendered, fenced, load
from schemas.answers.review import RulingAnswer, Side
from schemas.evidence import RULES, Decider, Evidence
from schemas.grounding import normalise
from schemas.judging import Role
from schemas.outcome import Stage
from schemas.paper import Paper, SectionRole
from schemas.review import Finding

_PROMPT = "judge_finding"
_MOST = 12_000
MOST_CASES = 6
"""Critical findings that are put before the judge in one review; the rest waits for a human."""


@dataclass(frozen=True)
class Ruling:
    """`upheld` is None where the judge did not settle it, or rested it on nothing that stands in the paper."""

    upheld: bool | None
    reason: str
    decider: Decider = RULES


@dataclass
class Court:
    """The judge of one review, who hears so many cases and no more."""

    chat: Chat
    heard: int = 0

    def rule(self, paper: Paper, finding: Finding, keeps: str, basis: Sequence[Evidence]) -> Ruling:
        """Settle one finding. `keeps` is what the record says, and `basis` the evidence it has for it."""
        if self.heard >= MOST_CASES:
            return Ruling(None, f"more than {MOST_CASES} critical findings: a human looks at the rest")
        self.heard += 1
        arguments = _arguments(finding, keeps, basis)
        swapped = is_swapped(finding)
        tried = ask_twice(
            self.chat,
            lambda complaint: _ask(paper, finding, arguments[::-1] if swapped else arguments, basis, complaint),
            lambda answer: _problems(paper, answer, basis, finding),
        )
        answer = tried.reply.answer
        if answer is None:
            return Ruling(None, f"the judge declined: {tried.reply.declined}", tried.reply.decider)
        if tried.problems:
            return Ruling(None, f"the judge's answer rests on nothing: {tried.problems[0]}", tried.reply.decider)
        if answer.side is Side.NEITHER:
            return Ruling(None, f"the judge leaves it open: {answer.reason}", tried.reply.decider)
        attack = Side.FIRST if swapped else Side.SECOND
        return Ruling(answer.side is attack, f"{answer.reason} ({answer.quote!r})", tried.reply.decider)


def is_swapped(finding: Finding) -> bool:
    """True where the attack is argued first: the order is a matter of the finding's digest, not of who made it."""
    text = "\0".join((finding.paper_id, finding.field_path, finding.action, finding.recommended))
    return sha256(text.encode()).digest()[0] % 2 == 1


def _arguments(finding: Finding, keeps: str, basis: Sequence[Evidence]) -> tuple[str, str]:
    asked = {"update": "should be", "add": "lacks", "remove": "has to go"}[finding.action]
    change = f"{finding.field_path} {asked} {finding.recommended}".strip()
    return (
        "\n".join((f"{finding.field_path} is right as it is: {keeps}", *_quoted(basis))),
        "\n".join((f"{change}: {finding.reason}", *_quoted(finding.evidence))),
    )


def _quoted(evidence: Sequence[Evidence]) -> Iterable[str]:
    return (f'"{item.quote}" ({item.place})' for item in evidence[:4])


def _ask(
    paper: Paper, finding: Finding, arguments: tuple[str, ...], basis: Sequence[Evidence], complaint: str
) -> Ask[RulingAnswer]:
    first, second = arguments

    def render(limit: int) -> Rendered:
        return load(_PROMPT).render(
            subject=fenced("record", finding.field_path),
            first=fenced("argument", first),
            second=fenced("argument", second),
            paper=shown("paper", _around(paper, (*basis, *finding.evidence)), min(limit, _MOST)),
            complaint=complaint,
        )

    return Ask(Role.JUDGE, Stage.REVIEW, paper.paper_id, render, RulingAnswer)


def _around(paper: Paper, evidence: Sequence[Evidence]) -> tuple[Passage, ...]:
    """What both sides rest on: the paragraphs and tables of their quotes, then the abstract."""
    tables = {item.place.table for item in evidence}
    sought = [quote for item in evidence if len(quote := normalise(item.quote)) > 12]
    own = tuple(role for role in SectionRole if role not in {SectionRole.ABSTRACT, SectionRole.REFERENCES})
    near = (item for item in paragraphs(paper, *own) if any(quote in normalise(item.text) for quote in sought))
    return (
        *paragraphs(paper, SectionRole.ABSTRACT, rank=1),
        *near,
        *(grid(paper, table) for table in paper.tables if table.label in tables and not table.is_picture),
    )


def _problems(paper: Paper, answer: RulingAnswer, basis: Sequence[Evidence], finding: Finding) -> Iterable[str]:
    """What is wrong with the judge's quote. A cell that one of the sides rests on may be quoted, however short."""
    cells = {normalise(item.quote) for item in (*basis, *finding.evidence) if item.place.column}
    if answer.side is Side.NEITHER or normalise(answer.quote) in cells:
        return ()
    problem = grounded(paper, answer.quote).problem
    return (problem,) if problem else ()
