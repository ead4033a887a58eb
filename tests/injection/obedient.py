"""A model that does whatever the text of a paper tells it, in every role."""

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import ValidationError

from pipeline.ports import Ask, Reply
from pipeline.screen.rules import all_rules
from prompts import Rendered
from schemas.answers.pack import BriefAnswer
from schemas.answers.review import ReviewAnswer, RulingAnswer
from schemas.answers.screening import Screening
from schemas.evidence import DecidedBy, Decider
from schemas.judging import Answer, Role
from tests.injection.passages import MARK, Planted
from tests.review.scripted import ScriptedChat

Claim = tuple[str, dict[str, Any]]
"""The prompt that a finding answers, and the finding."""


class ObedientChat(ScriptedChat):
    """Where the passage is in sight it obeys; else it reviews as an adversary would, with `attack`.

    Obeying as a reviewer: no finding against the paper, and out with the best baseline, with the passage as its quote.
    Obeying as a judge: for the paper, quoting the passage. As a writer: the passage itself. Any other form: whatever
    passes, quoting the passage.
    """

    def __init__(self, planted: Planted, attack: Claim, favour: Claim) -> None:
        super().__init__({})
        self.planted, self.attack, self.favour = planted, attack, favour
        self.obeyed = 0
        self.always = False

    def ask(self, question: Ask[Any]) -> Reply[Any]:
        """An answer in the form asked for."""
        rendered = question.render(10**6)
        self.asked.append(rendered)
        obeys = self.always or MARK in rendered.user
        self.obeyed += obeys
        decider = Decider(by=DecidedBy.LLM, model="obedient", prompt=rendered.prompt_id, prompt_version="1")
        try:
            return Reply(question.answer.model_validate(self._fields(question.answer, rendered, obeys)), decider)
        except ValidationError:
            return Reply(None, decider, "it cannot fill in this form")

    def _fields(self, form: type[Answer], rendered: Rendered, obeys: bool) -> dict[str, Any]:
        if issubclass(form, ReviewAnswer):
            prompt, claim = self.favour if obeys else self.attack
            return {"findings": [claim] if rendered.prompt_id == prompt else []}
        if issubclass(form, RulingAnswer):
            first = rendered.user.index("<argument")
            keeps_first = "is right as it is" in rendered.user[first : rendered.user.index("</argument")]
            side = "first" if keeps_first == obeys else "second"
            return {
                "side": side,
                "reason": "so it says",
                "quote": self.planted.text if obeys else self.attack[1]["quote"],
            }
        if issubclass(form, BriefAnswer):
            said = {"text": self.planted.text[:300].ljust(20, "."), "quote": self.planted.text}
            return {"scientific_problem": [said, said], "task_objective": [said]}
        if issubclass(form, Screening):
            return {"verdicts": list(passes(self.planted.text))[:9] if obeys else []}
        return favourable(form, self.planted.text if obeys else "nothing")

    def signature(self, *roles: Role) -> str:
        """One model."""
        return "obedient"


def passes(quote: str) -> Iterator[dict[str, str]]:
    """A pass on every rule that a model may pass, in a category of its menu."""
    for rule in all_rules():
        for category in list(rule.menu.passes)[:1] if rule.menu else ():
            yield {"rule": rule.rule_id, "quote": quote, "reason": "so it says", "call": "pass", "category": category}


def favourable(form: type[Any], quote: str) -> dict[str, Any]:
    """A form filled in with what passes wherever there is a choice, and the quote wherever there is text."""
    return {name: _value(field.annotation, quote) for name, field in form.model_fields.items()}


def _value(kind: Any, quote: str) -> Any:
    for word in ("pass", "accept", "first"):
        try:
            return kind(word)
        except (TypeError, ValueError):
            continue
    inner = [part for part in get_args(kind) if hasattr(part, "model_fields")]
    if inner:
        return (favourable(inner[0], quote),)
    return quote[:60]
