"""The reviewer role: asks a model about one part of a paper's text, once a round, for all checks of that part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pipeline.asking import Passage, shown
from pipeline.ports import Ask, Chat, Reply
from prompts import Rendered, fenced, load
from schemas.answers.review import CellPointer, ClaimedFinding, ReviewAnswer
from schemas.judging import Role
from schemas.outcome import Stage
from schemas.paper import Paper
from schemas.review import Action, Finding, FindingState
from schemas.screening import Verdict
from schemas.task import Task

CELL = "{table} [{row}, {column}]"
"""How a cell stands in `recommended`: the table's label, and the row and column counted from 0."""


@dataclass(frozen=True)
class TextPart:
    """A prompt of the reviewer: the lines of the record and the passages of the paper that it shows.

    `most` bounds the characters of the paper, whatever the model's context would hold.
    """

    prompt_id: str
    record: Callable[[Task, Sequence[Verdict]], Sequence[str]]
    passages: Callable[[Paper, Task], Sequence[Passage]]
    most: int


@dataclass
class Reviewer:
    """One review's conversation. What was answered is kept while the prompt stays the same."""

    chat: Chat
    declined: dict[str, str] = field(default_factory=dict)
    _replies: dict[str, Reply[ReviewAnswer]] = field(default_factory=dict)

    def findings(
        self, check_id: str, part: TextPart, paper: Paper, task: Task, verdicts: Sequence[Verdict]
    ) -> list[Finding]:
        """The claims of one check; a declined prompt is noted in `declined`, for it is no approval."""
        reply = self._reply(part, paper, task, verdicts)
        if reply.answer is None:
            self.declined[part.prompt_id] = reply.declined
            return []
        return [_finding(paper, claim, reply) for claim in reply.answer.findings if claim.check == check_id]

    def _reply(self, part: TextPart, paper: Paper, task: Task, verdicts: Sequence[Verdict]) -> Reply[ReviewAnswer]:
        def render(limit: int) -> Rendered:
            text = shown("paper", part.passages(paper, task), min(limit, part.most))
            return load(part.prompt_id).render(
                record=fenced("record", "\n".join(part.record(task, verdicts))), paper=text
            )

        digest = render(part.most).digest
        if digest not in self._replies:
            ask = Ask(Role.REVIEWER, Stage.REVIEW, paper.paper_id, render, ReviewAnswer)
            self._replies[digest] = self.chat.ask(ask)
        return self._replies[digest]


def _finding(paper: Paper, claim: ClaimedFinding, reply: Reply[ReviewAnswer]) -> Finding:
    """A claim as a record, as yet unchecked."""
    path, recommended = claim.field_path.strip(), claim.recommended.strip()
    if claim.cell is not None and path.startswith("scores.") and claim.action is Action.UPDATE:
        path, recommended = f"{path.removesuffix('.cell')}.cell", _cell(claim.cell)
    return Finding(
        paper_id=paper.paper_id,
        check_id=claim.check,
        field_path=path,
        severity=claim.severity,
        action=claim.action,
        current=claim.current.strip(),
        recommended=recommended,
        reason=claim.reason.strip() or "no reason given",
        state=FindingState.REPORTED,
        quote=claim.quote.strip(),
        decider=reply.decider,
    )


def _cell(cell: CellPointer) -> str:
    return CELL.format(table=cell.table.strip(), row=cell.row, column=cell.column)
