"""The firewall: one rule per file, `f<number>.py` with RULE, TITLE and `scan(pack_dir, secrets)`."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.pack.firewall.hit import Hit
from pipeline.pack.firewall.secrets import Secrets

_RULE_FILE = re.compile(r"^f\d+$")


@dataclass(frozen=True)
class FirewallRule:
    """One rule. `scan` reads the pack and returns every hit; no hit is a pass."""

    rule: str
    title: str
    scan: Callable[[Path, Secrets], tuple[Hit, ...]]


def firewall_rules() -> Iterator[FirewallRule]:
    """The rules found in this folder, in the order of their ids."""
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__) if _RULE_FILE.match(module.name)):
        module = importlib.import_module(f"{__name__}.{name}")
        yield FirewallRule(module.RULE, module.TITLE, module.scan)
