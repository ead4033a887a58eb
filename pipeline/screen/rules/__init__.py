"""The rules of screening, one per file, in the order of their ids."""

import pkgutil
from functools import cache
from importlib import import_module

from pipeline.screen.case import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule of this folder, in order."""
    names = (module.name for module in pkgutil.iter_modules(__path__) if module.name.startswith("rule_"))
    rules = [import_module(f"{__name__}.{name}").RULE for name in names]
    return tuple(sorted(rules, key=lambda rule: tuple(int(part) for part in rule.rule_id.split("."))))
