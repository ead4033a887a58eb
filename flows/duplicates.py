"""Several files of one paper: the most structured complete one goes on, the others are named as its copies."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from flows.stages import of_kind
from flows.work import Work
from schemas.outcome import Call
from schemas.paper import Paper, SourceFormat

_PREFERENCE = (
    SourceFormat.JATS,
    SourceFormat.ELSEVIER,
    SourceFormat.HTML,
    SourceFormat.PDF,
    SourceFormat.TEI,
    SourceFormat.MARKDOWN,
)


def mark_duplicates(works: Sequence[Work], load: Callable[[Work], None]) -> None:
    """Give every file but the best of each paper the name of the best in `duplicate_of`.

    `load` brings the records of a paper that came from the warehouse; only papers with several files need it.
    """
    groups: dict[str, list[Work]] = defaultdict(list)
    for work in works:
        if work.paper_id and not work.error and not work.duplicate_of:
            groups[work.paper_id].append(work)
    for group in (group for group in groups.values() if len(group) > 1):
        for work in group:
            load(work)
        best, *others = sorted(group, key=_rank)
        for other in others:
            other.duplicate_of = best.name


def _rank(work: Work) -> tuple[bool, bool, int, str]:
    papers = of_kind(work, Paper)
    stopped = work.decision is not None and work.decision.call is not Call.ADVANCE
    kind = papers[0].source.format if papers else SourceFormat.UNKNOWN
    place = _PREFERENCE.index(kind) if kind in _PREFERENCE else len(_PREFERENCE)
    return stopped, not papers, place, work.name
