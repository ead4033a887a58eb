"""The checks of a pack: modules `k<group>*.py`, each with its `CHECKS`."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

from pipeline.pack.checks.check import Check

_MODULE = re.compile(r"^k\d")


def all_checks() -> Iterator[Check]:
    """Every check of this folder, in the order of the ids."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if _MODULE.match(module.name)]
    found = [check for name in names for check in importlib.import_module(f"{__name__}.{name}").CHECKS]
    return iter(sorted(found, key=lambda check: _order(check.check_id)))


def _order(check_id: str) -> tuple[int, ...]:
    """K1.10 after K1.9; the firewall's F rules stand where K2 is."""
    numbers = tuple(map(int, re.findall(r"\d+", check_id)))
    return (2, *numbers) if check_id.startswith("F") else numbers
