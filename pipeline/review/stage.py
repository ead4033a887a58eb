"""The stage: attack the record, settle what was found, and attack what it became, for at most three rounds.

The deterministic checks run first and cost nothing. What they find critical waits for a human before any model is
paid: a record that contradicts itself is not worth attacking.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from pipeline.asking import ADDRESSED, ORDERS, gives_orders
from pipeline.ports import Chat, Produced
from pipeline.results import Results
from pipeline.results.fields import amendment_of, differences, key_of
from pipeline.review.amend import records_of
from pipeline.review.check import Case, Check
from pipeline.review.checks import all_checks
from pipeline.review.court import Court
from pipeline.review.reviewer import Reviewer
from pipeline.review.settling import Bench, Settled
from pipeline.screen.case import Case as Screened
from pipeline.screen.rules import all_rules
from schemas.base import Record
from schemas.curation import Curation
from schemas.data import DataComponent
from schemas.evidence import DecidedBy
from schemas.outcome import Call, Decision, Question, Stage, advance, ask
from schemas.paper import ADDRESSES_A_MODEL, Paper
from schemas.review import Amendment, Finding, FindingState
from schemas.screening import Verdict, VerdictCall
from schemas.task import Task

ROUNDS = 3
_COMPETITIVE = "2.1"


def review(
    paper: Paper,
    task: Task,
    verdicts: Sequence[Verdict] = (),
    chat: Chat | None = None,
    curation: Curation | None = None,
    checks: Sequence[Check] | None = None,
    components: Sequence[DataComponent] = (),
) -> Produced:
    """Attack a record with every check; without a chat, with their deterministic halves only.

    Of several verdicts on a rule the last one counts. Records are the findings, the amendments, and the records of the
    tuple that were amended. The paper waits where a critical finding is open or the record does not come to rest, and
    is rejected where the judge upholds an attack on a verdict.
    """
    running = all_checks() if checks is None else checks
    reviewer = Reviewer(chat) if chat else None
    last = tuple({verdict.rule: verdict for verdict in verdicts}.values())
    case = Case(paper, task, last, tuple(components), reviewer)
    turns = _Turns(case, running, Court(chat) if chat else None, curation)
    turns.run()
    return Produced(_decision(turns, task), turns.records(task))


@dataclass
class _Turns:
    """The rounds of one review: the case as it stands, and what was found and changed on the way."""

    case: Case
    checks: Sequence[Check]
    court: Court | None
    curation: Curation | None
    findings: list[Finding] = field(default_factory=list)
    amendments: list[Amendment] = field(default_factory=list)
    is_restless: bool = False

    def run(self) -> None:
        """Go on until a round changes nothing, the paper is rejected, or the last round is over."""
        for number in range(1, ROUNDS + 1):
            before = self.case.task
            self._round(number)
            if self.case.task == before or self.rejection:
                return
        self.is_restless = True

    @property
    def rejection(self) -> Finding | None:
        """The upheld attack on a verdict."""
        applied = (item for item in self.findings if item.state is FindingState.APPLIED)
        return next((item for item in applied if item.field_path.startswith("verdicts.")), None)

    @property
    def queued(self) -> list[Finding]:
        """What waits for a human."""
        return [item for item in self.findings if item.state is FindingState.QUEUED]

    def records(self, first: Task) -> tuple[Record, ...]:
        """Findings, amendments, and the records that are other than extraction left them."""
        there = {(record.table, key_of(record)) for record in records_of(self.case.task)}
        amendments = (
            item.model_copy(update={"is_removed": (item.record, item.record_key) not in there})
            for item in self.amendments
        )
        unchanged = {id(record) for record in records_of(first)}
        changed = (record for record in records_of(self.case.task) if id(record) not in unchanged)
        return (*self.findings, *amendments, *changed)

    def _round(self, number: int) -> None:
        """One attack: by code first, and by the model where code found nothing that a human has to mend."""
        silent = replace(self.case, reviewer=None)
        self._settle(number, ((check, found) for check in self.checks for found in check.attack(silent)))
        if self.queued or self.case.reviewer is None:
            return
        case, touched = self.case, set[str]()
        claims = [(check, found) for check in self.checks for found in check.attack(case)]
        claims = [(check, found) for check, found in claims if found.decider.by is DecidedBy.LLM]
        self._settle(number, claims, touched)

    def _settle(self, number: int, found: Iterable[tuple[Check, Finding]], touched: set[str] | None = None) -> None:
        paths = set[str]() if touched is None else touched
        for check, item in found:
            if self._is_known(item):
                continue
            bench = Bench(self.case, check, self.court, self.curation, frozenset(paths))
            settled = bench.settle(item)
            numbered = settled.finding.model_copy(update={"number": len(self.findings) + 1, "round": number})
            self.findings.append(numbered)
            self._take(replace(settled, finding=numbered))
            if settled.task is not None:
                paths.add(item.field_path)

    def _is_known(self, item: Finding) -> bool:
        """True for what was settled before and changed nothing; what was applied and comes back is news."""
        same = (
            known
            for known in self.findings
            if (known.check_id, known.field_path, known.action, known.recommended)
            == (item.check_id, item.field_path, item.action, item.recommended)
        )
        return any(known.state is not FindingState.APPLIED for known in same)

    def _take(self, settled: Settled) -> None:
        if settled.task is None:
            return
        found = settled.finding
        why = {"finding": found.number, "reason": found.reason, "evidence": found.evidence}
        for old, new, name in differences(records_of(self.case.task), records_of(settled.task)):
            number = len(self.amendments) + 1
            self.amendments.append(amendment_of(old, new, name, Stage.REVIEW, number, found.decider, **why))
        self.case = replace(self.case, task=settled.task)


def _decision(turns: _Turns, first: Task) -> Decision:
    if turns.rejection:
        return _rejected(turns.rejection)
    questions = (*map(_question, turns.queued), *_open(turns, first))
    paper_id = turns.case.paper.paper_id
    if questions:
        category = "critical_finding" if turns.queued else "review_open"
        return ask(paper_id, Stage.REVIEW, category, questions)
    ran = [check.check_id for check in turns.checks if check.by_code or turns.case.reviewer]
    unasked = [check.check_id for check in turns.checks if check.check_id not in ran]
    names = ", ".join(ran) + (f" ({unasked[0]} to {unasked[-1]} need a reviewer model)" if unasked else "")
    states = [item.state for item in turns.findings]
    counts = ", ".join(f"{states.count(state)} {state.value}" for state in FindingState if state in states)
    return advance(paper_id, Stage.REVIEW, f"{names}: no critical finding; {counts or 'nothing found'}")


def _rejected(finding: Finding) -> Decision:
    """The judge upheld the attack: the rule should have said no, in the category that the finding names."""
    return Decision(
        paper_id=finding.paper_id,
        stage=Stage.REVIEW,
        call=Call.REJECT,
        rule=finding.field_path.removeprefix("verdicts."),
        category=finding.recommended,
        reason=f"{finding.check_id}: {finding.reason} The judge: {finding.ruling}",
        evidence=finding.evidence,
        decider=finding.ruled_by or finding.decider,
    )


def _open(turns: _Turns, first: Task) -> Iterable[Question]:
    """What keeps a review from being over though no finding is open."""
    if turns.is_restless:
        last = dict.fromkeys(item.field_path for item in turns.amendments[-3:])
        said = f"the record still changes after {ROUNDS} rounds, last {', '.join(last)}: what is right?"
        yield Question(field=next(iter(last)), question=said)
    yield from _addressed(turns)
    for prompt, reason in turns.case.reviewer.declined.items() if turns.case.reviewer else ():
        yield Question(field="findings", question=f"the reviewer declined to answer {prompt}: {reason}")
    if turns.case.task != first:
        yield from _no_longer_competitive(turns.case)


def _addressed(turns: _Turns) -> Iterable[Question]:
    """A paper that gives orders to models does not pass a review by models alone, until a human has looked."""
    paper = turns.case.paper
    if turns.case.reviewer is None or not gives_orders(paper, turns.curation):
        return
    found = next(item for item in paper.suspicions if item.kind == ADDRESSES_A_MODEL)
    text = f"the paper gives orders to models ({found.text!r}): is its record right nevertheless?"
    yield Question(field=f"findings.{ADDRESSED}.{ORDERS}", question=text, rule=ADDRESSED)


def _no_longer_competitive(case: Case) -> Iterable[Question]:
    """Rule 2.1 judged the record as it was; the amended one has to bear it out too."""
    rule = next(rule for rule in all_rules() if rule.rule_id == _COMPETITIVE)
    said = next((item for item in case.verdicts if item.rule == _COMPETITIVE), None)
    if said is None or said.call is not VerdictCall.PASS or said.decider.by is DecidedBy.HUMAN:
        return
    task = case.task
    results = Results(task.algorithm, task.settings, task.metrics, task.scores)
    now = rule.judge(Screened(case.paper, results))
    if now.call is not VerdictCall.PASS:
        text = f"after the review's amendments rule {_COMPETITIVE} says {now.call}: {now.reason}"
        field_path = f"verdicts.{_COMPETITIVE}"
        yield Question(field=field_path, question=text, rule=_COMPETITIVE, evidence=now.evidence)


def _question(finding: Finding) -> Question:
    advice = f" (recommended: {finding.recommended})" if finding.recommended else ""
    judged = f" {finding.ruling}" if finding.ruling else ""
    text = f"{finding.check_id}, {finding.field_path}: {finding.reason}{advice}{judged}"
    path = f"findings.{finding.check_id}.{finding.field_path}"
    return Question(field=path, question=text, rule=finding.check_id, evidence=finding.evidence)
