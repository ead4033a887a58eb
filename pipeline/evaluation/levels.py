"""Verdicts against what readers said on the same level: by rule, by category, by who decided."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from pipeline.evaluation.decisions import Pair
from pipeline.evaluation.rates import rate
from schemas.evaluation import NamedRate, RuleLine
from schemas.gold import GoldPaper, GoldVerdict
from schemas.screening import Verdict, VerdictCall

LEVELS = {"1.1": "l1", "2.1": "l2_1", "2.2": "l2_2", "3": "l3"}
"""Where a gold reading speaks of a rule. Readers judge level 3 as a whole."""

Judged = tuple[GoldPaper, Verdict]


def rules(pairs: Sequence[Pair]) -> tuple[RuleLine, ...]:
    """One line per rule; the rules of level 3 are each held against the readers' word on the level."""
    by_rule: dict[str, list[Judged]] = defaultdict(list)
    for gold, verdict in _judged(pairs):
        by_rule[verdict.rule].append((gold, verdict))
    return tuple(_line(rule, judged) for rule, judged in sorted(by_rule.items()))


def categories(pairs: Sequence[Pair]) -> NamedRate:
    """Of the rejections on a level that a reader also rejects on: how often a reader gives the same category."""
    shared = [
        (gold, verdict, named)
        for gold, verdict in _judged(pairs)
        if verdict.call is VerdictCall.REJECT and (named := _rejections(gold, verdict))
    ]
    missed = tuple(
        f"{gold.id}: {verdict.rule} {verdict.category}, readers {'/'.join(sorted(named))}"
        for gold, verdict, named in shared
        if verdict.category not in named
    )
    return NamedRate(name="same category", rate=rate(len(shared) - len(missed), len(shared)), missed=missed)


def deciders(pairs: Sequence[Pair]) -> tuple[NamedRate, ...]:
    """How often a decided verdict is a reader's too, by decider: rules, each model with its prompt version, humans."""
    return _by(pairs, lambda verdict: str(verdict.decider))


def _by(pairs: Sequence[Pair], name_of: Callable[[Verdict], str]) -> tuple[NamedRate, ...]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for gold, verdict in _judged(pairs):
        groups[name_of(verdict)].append((gold, verdict))
    return tuple(_agreeing(name, judged) for name, judged in sorted(groups.items()))


def _judged(pairs: Iterable[Pair]) -> Iterable[Judged]:
    return ((gold, verdict) for gold, paper in pairs for verdict in paper.verdicts)


def _line(rule: str, judged: Sequence[Judged]) -> RuleLine:
    calls = [verdict.call for _, verdict in judged]
    agreeing = _agreeing(rule, judged)
    return RuleLine(
        rule=rule,
        passed=calls.count(VerdictCall.PASS),
        rejected=calls.count(VerdictCall.REJECT),
        unknown=calls.count(VerdictCall.UNKNOWN),
        agrees=agreeing.rate,
        against=agreeing.missed,
    )


def _agreeing(name: str, judged: Sequence[Judged]) -> NamedRate:
    """Of the decided verdicts on which a reader is decided too."""
    decided = [(gold, verdict, calls) for gold, verdict in judged if (calls := _decided(gold, verdict))]
    missed = tuple(gold.id for gold, verdict, calls in decided if verdict.call.value not in calls)
    return NamedRate(name=name, rate=rate(len(decided) - len(missed), len(decided)), missed=missed)


def _decided(gold: GoldPaper, verdict: Verdict) -> set[str]:
    """The readers' pass or reject on the verdict's level; empty where the verdict is unknown or no reader decides.

    The pre-filter rejects for what a reader sees on any level: the final word counts there. To let a paper through
    says nothing of it.
    """
    if verdict.call is VerdictCall.UNKNOWN:
        return set()
    if verdict.level == 0:
        finals = {reading.final.value for reading in gold.readings} - {"unsure"}
        return finals if verdict.call is VerdictCall.REJECT else set()
    return {said.call for said in _said(gold, verdict) if said.call in {"pass", "reject"}}


def _rejections(gold: GoldPaper, verdict: Verdict) -> set[str]:
    return {said.category for said in _said(gold, verdict) if said.call == "reject" and said.category}


def _said(gold: GoldPaper, verdict: Verdict) -> list[GoldVerdict]:
    field = LEVELS.get(verdict.rule) or LEVELS.get(str(verdict.level))
    found = (getattr(reading, field) for reading in gold.readings) if field else ()
    return [said for said in found if said is not None]
