"""Holding the screening against what careful readers said: the confusion table and the errors behind it.

A gold line is a dict with `id`, `file` and `readers`, each with a `final` of accept, unsure or reject (see
`tests/data/gold.md`). `confusion` takes any set of such lines, so that a larger set can be measured the same way.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schemas.outcome import Call, Decision

ORDER = ("accept", "unsure", "reject")


@dataclass(frozen=True)
class Error:
    """A decision that no reader shares: an accepted paper rejected, or a rejected one let through."""

    paper: str
    gold: str
    decision: Decision


def gold_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a gold file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def gold_of(line: Mapping[str, Any]) -> str:
    """The kindest of the readers: a paper that one accepts must not be rejected, one that both reject must not pass."""
    return min((reader["final"] for reader in line["readers"]), key=ORDER.index)


def confusion(
    lines: Iterable[Mapping[str, Any]], decide: Callable[[Mapping[str, Any]], Decision]
) -> tuple[Counter[tuple[str, Call]], list[Error]]:
    """How often each gold decision met each of ours, and the errors."""
    table: Counter[tuple[str, Call]] = Counter()
    errors = []
    for line in lines:
        gold, decision = gold_of(line), decide(line)
        table[gold, decision.call] += 1
        if (gold, decision.call) in {("accept", Call.REJECT), ("reject", Call.ADVANCE)}:
            errors.append(Error(str(line["id"]), gold, decision))
    return table, errors
