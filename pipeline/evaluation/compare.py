"""Two runs side by side: what differs between them, which papers moved, and which fields changed.

`fixed` and `forgotten` need to know what is right. With gold, a paper is right where a reader shares its end. Without,
a paper that was settled (packed, passed or rejected) counts as right, and one that waits or failed as wrong.
- fixed: of the papers that were wrong before, the share that is right after;
- forgotten: of the papers that were right before, the share that is wrong after
  (after Toneva et al. 2019, "example forgetting", arXiv:1812.05159).
"""

from collections.abc import Iterable, Mapping, Sequence

from pipeline.evaluation.decisions import SAID
from pipeline.evaluation.matching import paper_of
from pipeline.evaluation.rates import rate
from schemas.base import Record
from schemas.evaluation import Change, Comparison, Difference, Move, Rate, Spent
from schemas.gold import GoldPaper
from schemas.snapshot import End, JudgedPaper, Snapshot

_SETTLED = frozenset({End.PACKED, End.PASSED, End.REJECTED})
_APART = frozenset({"evidence", "decider", "paper_id"})
"""Shown beside a change, and not one by themselves: the same value may stand on another cell of the same table."""


def compare(
    before: Snapshot,
    after: Snapshot,
    golds: Sequence[GoldPaper] = (),
    spent: tuple[Spent, Spent] | None = None,
) -> Comparison:
    """What changed from one run to another."""
    shared = [paper_id for paper_id in before.papers if paper_id in after.papers]
    pairs = [(before.papers[paper_id], after.papers[paper_id]) for paper_id in shared]
    right_before, right_after = _right(before, golds), _right(after, golds)
    known = [paper_id for paper_id in shared if paper_id in right_before and paper_id in right_after]
    return Comparison(
        run_before=before.run,
        run_after=after.run,
        papers=len(shared),
        only_before=tuple(sorted(before.papers.keys() - after.papers.keys())),
        only_after=tuple(sorted(after.papers.keys() - before.papers.keys())),
        differences=_differences(before.settings, after.settings),
        moves=tuple(_move(one, other) for one, other in pairs if _moved(one, other)),
        fixed=_turned([(right_before[p], right_after[p]) for p in known], start=False),
        forgotten=_turned([(right_before[p], right_after[p]) for p in known], start=True),
        changes=tuple(change for one, other in pairs for change in _changes(one, other)),
        spent_before=spent[0] if spent else Spent(),
        spent_after=spent[1] if spent else Spent(),
    )


def _right(snapshot: Snapshot, golds: Sequence[GoldPaper]) -> dict[str, bool]:
    """By paper id whether its end is right; with gold, only the papers that readers know."""
    if not golds:
        return {paper_id: paper.end in _SETTLED for paper_id, paper in snapshot.papers.items()}
    found = ((gold, paper_of(gold, snapshot.papers.values())) for gold in golds)
    return {
        paper.paper_id: SAID.get(paper.end) in {reading.final for reading in gold.readings}
        for gold, paper in found
        if paper is not None
    }


def _turned(pairs: Iterable[tuple[bool, bool]], start: bool) -> Rate:
    """Of the papers that started as `start`, the share that ended as the opposite."""
    ends = [after for before, after in pairs if before is start]
    return rate(sum(after is not start for after in ends), len(ends))


def _differences(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Difference, ...]:
    """Settings are recorded as `kind.name`; one without a dot is of the kind `setting`."""
    return tuple(
        Difference(
            kind=name.partition(".")[0] if "." in name else "setting",
            name=name.partition(".")[2] or name,
            before=before.get(name, ""),
            after=after.get(name, ""),
        )
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    )


def _moved(one: JudgedPaper, other: JudgedPaper) -> bool:
    return (one.end, one.rule, one.category) != (other.end, other.rule, other.category)


def _move(one: JudgedPaper, other: JudgedPaper) -> Move:
    return Move(
        paper=one.paper_id,
        before=one.end,
        after=other.end,
        reason_before=_grounds(one),
        reason_after=_grounds(other),
    )


def _grounds(paper: JudgedPaper) -> str:
    return " ".join(part for part in (paper.rule, paper.category and f"{paper.category}:", paper.reason) if part)


def _changes(one: JudgedPaper, other: JudgedPaper) -> Iterable[Change]:
    for table in ("verdicts", "algorithms", "settings", "metrics", "scores"):
        befores, afters = _by_key(getattr(one, table)), _by_key(getattr(other, table))
        for key in dict.fromkeys([*befores, *afters]):
            field = ".".join((table, *key))
            yield from _changed(one.paper_id, field, befores.get(key), afters.get(key))


def _by_key(records: Iterable[Record]) -> dict[tuple[str, ...], Record]:
    """Records by their key within the paper."""
    return {tuple(str(getattr(r, name)) for name in r.key if name != "paper_id"): r for r in records}


def _changed(paper: str, field: str, before: Record | None, after: Record | None) -> Iterable[Change]:
    """A line for each field with another value; one line for a record that came or went."""
    if before is None or after is None:
        yield _change(paper, field, before, after, _whole(before), _whole(after))
        return
    for name in type(before).model_fields:
        one, other = getattr(before, name), getattr(after, name)
        if name not in _APART and one != other:
            yield _change(paper, f"{field}.{name}", before, after, str(one), str(other))


def _whole(record: Record | None) -> str:
    """A record in one line, without what stands beside it."""
    if record is None:
        return ""
    kept = record.model_dump(mode="json", exclude=set(_APART), exclude_defaults=True)
    return ", ".join(f"{name} {value}" for name, value in kept.items())


def _change(
    paper: str, field: str, before: Record | None, after: Record | None, value_before: str, value_after: str
) -> Change:
    return Change(
        paper=paper,
        field=field,
        before=value_before,
        after=value_after,
        evidence_before=_evidence(before),
        evidence_after=_evidence(after),
        decider_before=str(getattr(before, "decider", "")),
        decider_after=str(getattr(after, "decider", "")),
    )


def _evidence(record: Record | None) -> tuple[str, ...]:
    return tuple(f'"{item.quote}" ({item.place})' for item in getattr(record, "evidence", ()))
