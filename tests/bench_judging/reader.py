"""A model in the place of which a careful reader answers: with the reader's verdict once its quote has been shown."""

import re
from dataclasses import dataclass, field
from typing import TypeVar, cast

from flows.counting import Counting
from pipeline.ports import Ask, Reply
from pipeline.screen.case import Menu
from pipeline.screen.rules import all_rules
from prompts import Rendered
from schemas import judging
from schemas.answers.screening import RuleAnswer, Screening
from schemas.gold import GoldReading, GoldVerdict
from schemas.grounding import normalise
from schemas.screening import VerdictCall

A = TypeVar("A", bound=judging.Answer)
_MENUS = {rule.rule_id: rule.menu for rule in all_rules() if rule.menu}
_RULE = re.compile(r"\b[123]\.\d\b")


@dataclass
class Reader(Counting):
    """Answers the questions of screening from one gold reading; a rule on which it says nothing stays unknown."""

    reading: GoldReading | None = None
    answered: list[str] = field(default_factory=list)

    def ask(self, question: Ask[A]) -> Reply[A]:
        """See `pipeline.ports.Chat`. Questions of other stages are counted and declined."""
        declined = super().ask(question)
        if question.answer is not Screening:
            return declined
        prompt = question.render(10**6)
        answer = Screening(verdicts=tuple(self._said(rule, prompt) for rule in _asked(prompt)))
        return Reply(cast(A, answer), declined.decider)

    def _said(self, rule: str, prompt: Rendered) -> RuleAnswer:
        found, menu = self._verdict(rule), _MENUS[rule]
        call = _call(found, menu) if found and _is_shown(found, prompt) else VerdictCall.UNKNOWN
        known = found is not None and call is not VerdictCall.UNKNOWN
        quote, category = (found.quote or "", found.category or "") if found and known else ("", "")
        return RuleAnswer(rule=rule, quote=quote[:500], reason="A reader said so.", call=call, category=category)

    def _verdict(self, rule: str) -> GoldVerdict | None:
        level = {"1.1": "l1", "2.1": "l2_1", "2.2": "l2_2", "3.1": "l3"}.get(rule)
        found: GoldVerdict | None = getattr(self.reading, level) if self.reading and level else None
        return found


def _asked(prompt: Rendered) -> list[str]:
    """The rules a prompt asks for: those named behind the paper."""
    return list(dict.fromkeys(_RULE.findall(prompt.user.rsplit("</paper", 1)[1].split("<untrusted", 1)[0])))


def _is_shown(found: GoldVerdict, prompt: Rendered) -> bool:
    return bool(found.quote) and normalise(found.quote or "") in normalise(prompt.user)


def _call(found: GoldVerdict, menu: Menu) -> VerdictCall:
    """The reader's call, where its category is one that the rule has for a model."""
    if found.call == "reject" and found.category in menu.rejects:
        return VerdictCall.REJECT
    return VerdictCall.PASS if found.call == "pass" and found.category in menu.passes else VerdictCall.UNKNOWN
