"""A chat that asks nobody: it renders every question and counts it, for estimates and benches."""

from dataclasses import dataclass, field
from typing import Any, TypeVar

from pipeline.ports import Ask, Reply
from schemas import judging
from schemas.evidence import DecidedBy, Decider
from schemas.outcome import Stage

A = TypeVar("A", bound=judging.Answer)

CHARACTERS_PER_TOKEN = 4
"""English prose, roughly, for any tokenizer; what was really used stands in the ledger afterwards."""

ROOM = 1_000_000
"""Characters for the paper: more than any prompt takes, so that only the stages' own bounds cut."""

TOKENS_OUT = 700
"""A filled-in form: nine verdicts, or a task with its parts, with a quote each, come to about this many tokens."""


@dataclass(frozen=True)
class Counted:
    """One question that would be asked, in estimated tokens."""

    stage: Stage
    role: judging.Role
    prompt_id: str
    tokens_in: int
    tokens_out: int = TOKENS_OUT


@dataclass
class Counting:
    """Declines every question after counting it, so that each stage goes on to all that it may ask."""

    calls: list[Counted] = field(default_factory=list)

    def ask(self, question: Ask[A]) -> Reply[A]:
        """See `pipeline.ports.Chat`."""
        self.count(question)
        return Reply(None, Decider(by=DecidedBy.LLM), "nobody is asked")

    def count(self, question: Ask[Any]) -> None:
        """Count a question without an answer."""
        prompt = question.render(ROOM)
        tokens = -(-len(prompt.system + prompt.user) // CHARACTERS_PER_TOKEN)
        self.calls.append(Counted(question.stage, question.role, prompt.prompt_id, tokens))

    def signature(self, *roles: judging.Role) -> str:
        """See `pipeline.ports.Chat`."""
        return "counting"
