"""Several files of one paper: their readings are merged, one goes on for all, the others are named as its copies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flows.isolated import isolated
from flows.stages import combined_key, of_kind
from flows.work import Work
from pipeline.intake.combining import combine
from pipeline.intake.merge import groups
from schemas.outcome import Stage
from schemas.paper import Paper
from warehouse.store import Unit


@dataclass(frozen=True)
class United:
    """The work that goes on for a group of files, the unit of their merged reading, and the units it stands for."""

    work: Work
    unit: Unit
    replaced: tuple[str, ...]


@dataclass(frozen=True)
class Failed:
    """The files of one paper that could not be merged, and why."""

    works: tuple[Work, ...]
    error: BaseException


def unite(works: Sequence[Work]) -> tuple[United | Failed, ...]:
    """Merge the files of each paper that has several. What fails concerns the files of that paper and no other."""
    whole = [work for work in works if work.is_whole and of_kind(work, Paper)]
    readings = [(work.document.path, of_kind(work, Paper)[0]) for work in whole]
    found = [[whole[index] for index in group] for group in groups(readings) if len(group) > 1]
    return tuple(_attempt(group) for group in found)


def _attempt(group: Sequence[Work]) -> United | Failed:
    answer = isolated(lambda: _united(group))
    return Failed(tuple(group), answer) if isinstance(answer, BaseException) else answer


def _united(group: Sequence[Work]) -> United:
    produced = combine([of_kind(work, Paper)[0] for work in group])
    paper = next(record for record in produced.records if isinstance(record, Paper))
    best = next(work for work in group if work.document.sha256 == paper.source.sha256)
    replaced = tuple(work.keys[Stage.INTAKE] for work in group)
    for other in group:
        other.duplicate_of = None if other is best else best.name
        other.paper_id = paper.paper_id
    said = next((work.document.curation for work in (best, *group) if work.document.curation), None)
    best.document = replace(best.document, curation=said)
    key = best.keys[Stage.INTAKE] = combined_key(paper.paper_id, replaced)
    best.records[Stage.INTAKE] = produced.all()
    best.decision = produced.decision
    return United(best, Unit(key, Stage.INTAKE, paper.paper_id, produced.all()), replaced)
