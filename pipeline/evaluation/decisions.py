"""Decisions against gold: the confusion table, precision, recall, kappa and the mistakes."""

from collections import defaultdict
from collections.abc import Sequence

from pipeline.evaluation.rates import agreement, rate
from schemas.evaluation import Agreement, ConfusionCell, Mistake, NamedRate
from schemas.gold import GoldCall, GoldPaper
from schemas.snapshot import End, JudgedPaper

Pair = tuple[GoldPaper, JudgedPaper]

SAID: dict[End, GoldCall] = {
    End.PACKED: GoldCall.ACCEPT,
    End.PASSED: GoldCall.ACCEPT,
    End.NEEDS_REVIEW: GoldCall.UNSURE,
    End.REJECTED: GoldCall.REJECT,
}
"""What an end says in a reader's words. A failed paper and one under way say nothing."""


def confusion(pairs: Sequence[Pair]) -> tuple[ConfusionCell, ...]:
    """The papers by gold call and end, the kindest reader counting."""
    cells: dict[tuple[GoldCall, End], list[str]] = defaultdict(list)
    for gold, paper in pairs:
        cells[gold.final, paper.end].append(gold.id)
    return tuple(
        ConfusionCell(gold=call, end=end, papers=tuple(cells[call, end]))
        for call in GoldCall
        for end in End
        if cells[call, end]
    )


def kappa(pairs: Sequence[Pair]) -> Agreement:
    """Agreement over accept, unsure and reject; a paper that waits for a human counts as unsure."""
    return agreement([(gold.final, SAID[paper.end]) for gold, paper in pairs if paper.end in SAID])


def kappa_of_readers(golds: Sequence[GoldPaper]) -> Agreement:
    """How far the first two readers agree on the papers that both read."""
    return agreement([(g.readings[0].final, g.readings[1].final) for g in golds if len(g.readings) > 1])


def classes(pairs: Sequence[Pair]) -> tuple[NamedRate, ...]:
    """Precision and recall of accepting and of rejecting, and the share of papers that were decided at all."""
    said = [(gold, SAID[paper.end]) for gold, paper in pairs if paper.end in SAID]
    decided = [call for _, call in said if call is not GoldCall.UNSURE]
    lines = [NamedRate(name="decided without a human", rate=rate(len(decided), len(said)))]
    for call in (GoldCall.ACCEPT, GoldCall.REJECT):
        both = sum(gold.final is call and ours is call for gold, ours in said)
        ours_all = sum(ours is call for _, ours in said)
        gold_all = [gold.id for gold, _ in said if gold.final is call]
        missed = tuple(gold.id for gold, ours in said if gold.final is call and ours is not call)
        lines.append(NamedRate(name=f"precision of {call}", rate=rate(both, ours_all)))
        lines.append(NamedRate(name=f"recall of {call}", rate=rate(both, len(gold_all)), missed=missed))
    return tuple(lines)


def mistakes(pairs: Sequence[Pair]) -> tuple[Mistake, ...]:
    """What no reader shares: an accepted paper rejected, a rejected one let through."""
    return tuple(
        Mistake(
            paper=gold.id,
            gold=gold.final,
            end=paper.end,
            rule=paper.rule,
            category=paper.category,
            reason=paper.reason,
        )
        for gold, paper in pairs
        if {gold.final, SAID.get(paper.end)} == {GoldCall.ACCEPT, GoldCall.REJECT}
    )
