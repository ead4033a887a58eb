"""What waits for a human: the papers whose latest attempt asked questions, and the questions."""

import json
from typing import TYPE_CHECKING

from schemas.base import Part
from schemas.outcome import Question, Stage
from warehouse.faults import stalling

if TYPE_CHECKING:
    from warehouse.store import Warehouse


class Waiting(Part):
    """A paper that waits: where it stopped, and what it asks. `file` is the name of the file it was read from."""

    paper_id: str
    file: str
    title: str
    run: str
    stage: Stage
    category: str | None
    questions: tuple[Question, ...]


_SQL = """
SELECT o.paper_id,
    coalesce((SELECT s.name FROM sources s WHERE s.attempt = o.attempt AND s.paper_id = o.paper_id
        ORDER BY s.duplicate_of IS NOT NULL, s.name LIMIT 1), o.paper_id),
    coalesce((SELECT i.title FROM identities i WHERE i.paper_id = o.paper_id), ''),
    o.run, o.stage, o.category, u.decision
FROM outcomes o
JOIN run_units r ON r.run = o.run AND r.paper_id = o.paper_id AND r.stage = o.stage
JOIN units u USING (unit_key)
JOIN stages p ON p.stage = o.stage
WHERE o.outcome = 'needs_review' AND {chosen}
ORDER BY p.position, o.paper_id
"""
_LATEST = "o.attempt = (SELECT max(l.attempt) FROM outcomes l WHERE l.paper_id = o.paper_id)"


def queue(warehouse: "Warehouse", run: str | None = None) -> tuple[Waiting, ...]:
    """The queue of one run, or of the latest attempt on each paper. Raises UsageError where there is no such run."""
    manifest = warehouse.manifest
    with stalling(warehouse.root, "read"), manifest.snapshot():
        if run is None:
            rows = manifest.rows(_SQL.format(chosen=_LATEST))
        else:
            manifest.attempt(run)  # raises UsageError, with the names of runs
            rows = manifest.rows(_SQL.format(chosen="o.run = ?"), (run,))
    names = ("paper_id", "file", "title", "run", "stage", "category")
    return tuple(
        Waiting.model_validate({**dict(zip(names, head, strict=True)), "questions": json.loads(decision)["questions"]})
        for *head, decision in rows
    )
