"""The words with which a finding may say that a rule should have rejected the paper: those of the rule's own menu."""

from pipeline.screen.rules import all_rules

ATTACKED = ("1.1", "2.1", "2.2")
"""The rules of levels 1 and 2, which the reviewer attacks (R1, R2). Level 3 is for hosts and files to show."""

_BY_CODE = {"2.1": ("not_competitive",)}
"""What code says by numbers and no screener is asked; a reviewer may say it of the numbers that code took."""


def rejects(rule_id: str) -> tuple[str, ...]:
    """The categories of a rejection by a rule; none for a rule that the reviewer does not attack."""
    if rule_id not in ATTACKED:
        return ()
    rule = next(rule for rule in all_rules() if rule.rule_id == rule_id)
    return (*(rule.menu.rejects if rule.menu else ()), *_BY_CODE.get(rule_id, ()))
