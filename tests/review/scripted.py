"""A chat that answers by a script, and remembers what it was asked."""

from collections.abc import Callable, Sequence
from typing import Any

from pipeline.ports import Ask, Reply
from prompts import Rendered
from schemas.evidence import DecidedBy, Decider
from schemas.judging import Answer, Role

Script = Callable[[Rendered], dict[str, Any] | None]


class ScriptedChat:
    """Answers each prompt id by what the script holds for it: an answer for each time it is asked, the last one for ever.

    An entry is the form's fields, a function from the prompt to them, or None where the model declines. A prompt that
    the script does not know gets `empty`.
    """

    def __init__(
        self, script: dict[str, Sequence[dict[str, Any] | Script | None]], empty: dict[str, Any] | None = None
    ):
        self.script = script
        self.empty = {"findings": []} if empty is None else empty
        self.asked: list[Rendered] = []

    def ask(self, question: Ask[Any]) -> Reply[Any]:
        """The scripted answer, as strict about its form as the real thing."""
        rendered = question.render(10**6)
        entries = self.script.get(rendered.prompt_id, [self.empty])
        turn = sum(earlier.prompt_id == rendered.prompt_id for earlier in self.asked)
        self.asked.append(rendered)
        entry = entries[min(turn, len(entries) - 1)]
        said = entry(rendered) if callable(entry) else entry
        decider = Decider(
            by=DecidedBy.LLM,
            model=f"scripted-{question.role}",
            prompt=rendered.prompt_id,
            prompt_version=str(rendered.version),
        )
        if said is None:
            return Reply(None, decider, "I cannot help with that")
        answer: Answer = question.answer.model_validate(said)
        return Reply(answer, decider)

    def signature(self, *roles: Role) -> str:
        """One model, never changed."""
        return "scripted"

    def prompts(self, prompt_id: str) -> list[Rendered]:
        """What was asked under one id."""
        return [rendered for rendered in self.asked if rendered.prompt_id == prompt_id]
