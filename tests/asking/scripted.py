"""A model whose answers are written down: it answers by prompt id, and keeps what it was asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pipeline.ports import Ask, Reply
from prompts import Rendered
from schemas import judging
from schemas.evidence import DecidedBy, Decider

A = TypeVar("A", bound=judging.Answer)
Line = Mapping[str, Any] | Callable[[Rendered], Mapping[str, Any]] | None
"""One answer: its fields, or a function from the prompt to them, or None where the model declines."""

ROOM = 1_000_000


@dataclass
class Scripted:
    """Gives the answers of each prompt one after the other, and the last one again. Checked against the form."""

    script: Mapping[str, Sequence[Line]]
    room: int = ROOM
    asked: list[Rendered] = field(default_factory=list)

    def ask(self, question: Ask[A]) -> Reply[A]:
        """See `pipeline.ports.Chat`."""
        prompt = question.render(self.room)
        before = sum(other.prompt_id == prompt.prompt_id for other in self.asked)
        self.asked.append(prompt)
        lines = self.script[prompt.prompt_id]
        line = lines[min(before, len(lines) - 1)]
        decider = Decider(
            by=DecidedBy.LLM, model="scripted", prompt=prompt.prompt_id, prompt_version=str(prompt.version)
        )
        if line is None:
            return Reply(None, decider, "no answer")
        return Reply(question.answer.model_validate(line(prompt) if callable(line) else line), decider)

    def signature(self, *roles: judging.Role) -> str:
        """See `pipeline.ports.Chat`."""
        return "scripted"

    def ids(self) -> list[str]:
        """The prompts asked, in order."""
        return [prompt.prompt_id for prompt in self.asked]
