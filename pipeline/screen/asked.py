"""The part of screening that asks a model: only what the rules leave open, and only what code can check counts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from pipeline.asking import Passage, complaint, gives_orders, grounded, shown
from pipeline.ports import Ask, Chat, Reply
from pipeline.screen.case import Case, Menu, Rule
from pipeline.screen.looks import FIRST_LOOK, SECOND_LOOK, first_look, second_look
from pipeline.screen.menu import menu_text, off_menu, rules_text
from pipeline.screen.rules import all_rules
from prompts import Rendered, load
from schemas.answers.screening import RuleAnswer, Screening
from schemas.evidence import DecidedBy, Decider
from schemas.judging import Role
from schemas.outcome import Stage
from schemas.screening import Verdict, VerdictCall

Judged = tuple[tuple[Rule, Verdict], ...]
UNGROUNDED = "ungrounded"
_TRIES = 2


def with_model(case: Case, judged: Judged, chat: Chat) -> Judged:
    """The verdicts with a model's in place of those that code left open: a first look, then a second at what is left.

    Stops after a look that rejects; verdicts behind the first rejection are left out, as they are without a model.
    A paper that gives orders to models is not shown to one.
    """
    if gives_orders(case.paper, case.curation):
        return judged
    steps: tuple[tuple[str, int, Callable[[tuple[Rule, ...]], tuple[Passage, ...]]], ...] = (
        ("screen_first_look", FIRST_LOOK, lambda rules: first_look(case.paper)),
        ("screen_second_look", SECOND_LOOK, partial(second_look, case)),
    )
    for prompt, most, passages_for in steps:
        rules = _left(case, judged, prompt)
        passages = passages_for(rules) if rules else ()
        if passages:
            found = _Look(case, chat, prompt, most, passages).judge(rules)
            judged = tuple((rule, _merged(own, found.get(rule.rule_id))) for rule, own in judged)
        if any(verdict.call is VerdictCall.REJECT for _, verdict in judged):
            break
    return _up_to_a_rejection(judged)


def _left(case: Case, judged: Judged, prompt: str) -> tuple[Rule, ...]:
    """The rules still open that a model may answer; for the second look those that it could pass.

    A rule on which two answers did not hold waits for a human.
    """
    unknown = ((rule, own) for rule, own in judged if own.call is VerdictCall.UNKNOWN)
    asked = (pair for pair in unknown if pair[1].decider.by is not DecidedBy.HUMAN and pair[1].category != UNGROUNDED)
    offered = tuple(rule for rule, _ in asked if rule.menu)
    if prompt == "screen_first_look":
        return offered
    return tuple(rule for rule in offered if rule.menu and rule.menu.may_pass(case))


def _up_to_a_rejection(judged: Judged) -> Judged:
    at = next((at for at, (_, verdict) in enumerate(judged) if verdict.call is VerdictCall.REJECT), len(judged))
    return judged[: at + 1]


def _merged(own: Verdict, asked: Verdict | None) -> Verdict:
    """A model's verdict over the open one; where the model does not know either, the reason keeps both."""
    if asked is None:
        return own
    if asked.call is VerdictCall.UNKNOWN and asked.category != UNGROUNDED:
        return own.model_copy(
            update={"reason": f"{own.reason} (A model was asked: {asked.reason})", "decider": asked.decider}
        )
    return asked


@dataclass(frozen=True)
class _Look:
    """One look at a paper: a question about several rules, asked once more about those whose answer does not hold."""

    case: Case
    chat: Chat
    prompt: str
    most: int
    passages: tuple[Passage, ...]

    def judge(self, rules: tuple[Rule, ...]) -> dict[str, Verdict]:
        """A verdict per rule that was answered, by rule id."""
        found: dict[str, Verdict] = {}
        waiting, again = rules, ""
        for _ in range(_TRIES):
            reply = self.chat.ask(self._ask(waiting, again))
            checked = [_checked(self.case, rule, reply) for rule in waiting]
            found |= {verdict.rule: verdict for verdict, _ in checked if verdict}
            problems = [
                f"{rule.rule_id}: {problem}" for rule, (_, problem) in zip(waiting, checked, strict=True) if problem
            ]
            waiting = tuple(rule for rule, (_, problem) in zip(waiting, checked, strict=True) if problem)
            again = complaint(problems)
            if not waiting:
                break
        return found

    def _ask(self, rules: tuple[Rule, ...], again: str) -> Ask[Screening]:
        return Ask(
            Role.SCREENER, Stage.SCREEN, self.case.paper.paper_id, partial(self._render, rules, again), Screening
        )

    def _render(self, rules: tuple[Rule, ...], again: str, limit: int) -> Rendered:
        return load(self.prompt).render(
            menu=menu_text(all_rules()),
            paper=shown("paper", self.passages, min(limit, self.most)),
            rules=rules_text(self.case, rules),
            again=again,
        )


def _checked(case: Case, rule: Rule, reply: Reply[Screening]) -> tuple[Verdict | None, str]:
    """A verdict on a rule, and what is wrong with the answer it was made from."""
    if reply.answer is None:
        reason = f"the model declined: {reply.declined}"
        return _verdict(case, rule, VerdictCall.UNKNOWN, "declined", reason, reply.decider), ""
    said = _said(reply.answer.verdicts, rule)
    if said is None or rule.menu is None:
        reason = "the model gave no verdict on this rule"
        return _verdict(case, rule, VerdictCall.UNKNOWN, "no_answer", reason, reply.decider), reason
    return _held(case, rule, rule.menu, said, reply.decider)


def _said(verdicts: Iterable[RuleAnswer], rule: Rule) -> RuleAnswer | None:
    return next((item for item in verdicts if item.rule.removeprefix("Rule").strip(" .") == rule.rule_id), None)


def _held(case: Case, rule: Rule, menu: Menu, said: RuleAnswer, decider: Decider) -> tuple[Verdict, str]:
    """What was said, where it holds; else `ungrounded`, with what was claimed."""
    if said.call is VerdictCall.UNKNOWN:
        return _verdict(case, rule, said.call, "undecided", said.reason or "not shown", decider), ""
    claim = grounded(case.paper, said.quote)
    problem = off_menu(case, menu, said.call, said.category) or claim.problem
    if problem:
        reason = f"A model said {said.call}, {said.category}, with the quote {said.quote!r}: {problem}."
        return _verdict(case, rule, VerdictCall.UNKNOWN, UNGROUNDED, reason, decider), problem
    made = _verdict(case, rule, said.call, said.category, said.reason or said.category, decider)
    return made.model_copy(update={"evidence": claim.evidence}), ""


def _verdict(case: Case, rule: Rule, call: VerdictCall, category: str, reason: str, decider: Decider) -> Verdict:
    return Verdict(
        paper_id=case.paper.paper_id,
        rule=rule.rule_id,
        level=rule.level,
        call=call,
        category=category,
        reason=reason,
        decider=decider,
    )
