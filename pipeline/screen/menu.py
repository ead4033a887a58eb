"""The menus of the rules as a model reads them. They are the same for every paper, and so part of the stable prefix."""

from collections.abc import Iterable, Mapping

from pipeline.screen.access import listed, open_data
from pipeline.screen.case import Case, Menu, Rule
from prompts import fenced
from schemas.screening import VerdictCall


def menu_text(rules: Iterable[Rule]) -> str:
    """Every rule that a model may answer, with its question and its categories."""
    return "\n\n".join(_entry(rule, rule.menu) for rule in rules if rule.menu)


def _entry(rule: Rule, menu: Menu) -> str:
    return f"Rule {rule.rule_id}, {rule.title}. {menu.asks}\npass:{_list(menu.passes)}\nreject:{_list(menu.rejects)}"


def _list(categories: Mapping[str, str]) -> str:
    return "".join(f"\n- {name}: {meaning}" for name, meaning in categories.items())


def rules_text(case: Case, rules: Iterable[Rule]) -> str:
    """The rules that are asked for, each with what is not on offer for this paper; and the links that are open."""
    asked = tuple(rules)
    named = ", ".join(_asked(case, rule) for rule in asked)
    found = open_data(case) if any(rule.level >= 3 for rule in asked) else ()
    return f"{named}\nLinks to data found open:\n{fenced('untrusted', listed(found))}" if found else named


def _asked(case: Case, rule: Rule) -> str:
    closed = rule.menu is not None and not rule.menu.may_pass(case)
    return f"{rule.rule_id} (reject or unknown: only the host of the data can show a pass)" if closed else rule.rule_id


def off_menu(case: Case, menu: Menu, call: VerdictCall, category: str) -> str:
    """Why a call with this category is not on offer; empty where it is."""
    if call is VerdictCall.UNKNOWN:
        return ""
    if call is VerdictCall.PASS and not menu.may_pass(case):
        return "only the host of the data can show a pass; say reject or unknown"
    offered = menu.passes if call is VerdictCall.PASS else menu.rejects
    return "" if category in offered else f"{category!r} is no category of a {call}; these are: {', '.join(offered)}"
