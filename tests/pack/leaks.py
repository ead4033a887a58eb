"""Planting leaks and scanning for them."""

from pathlib import Path

from pipeline.leakage.associations import Truth
from pipeline.pack.firewall import firewall_rules
from pipeline.pack.firewall.answers import truths
from pipeline.pack.firewall.hit import Hit
from pipeline.pack.firewall.secrets import load

RULES = {rule.rule: rule for rule in firewall_rules()}
DATA = Path("problem/data/enzyme_screen")


def hits(pack: Path, rule: str) -> tuple[Hit, ...]:
    return RULES[rule].scan(pack, load(pack))


def add(pack: Path, path: str, text: str) -> None:
    target = pack / path
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("a", encoding="utf-8") as stream:
        stream.write(text)


def truth_of(pack: Path) -> Truth:
    return truths(pack)["enzyme_screen"][0]
