"""What was read and a human decided otherwise, as amendments: the audit shows both."""

from pipeline.results.fields import amendment_of, differences
from pipeline.results.model import Results
from pipeline.results.reading import results_in
from schemas.base import Record
from schemas.curation import Curation
from schemas.evidence import DecidedBy
from schemas.outcome import Stage
from schemas.paper import Paper
from schemas.review import Amendment
from schemas.task import Score


def overruled(paper: Paper, results: Results, curation: Curation | None) -> tuple[Amendment, ...]:
    """An amendment for each field that a human set to another value than the one read, and for each record left out.

    Scores of settings and metrics that a human left out are not listed one by one.
    """
    if curation is None:
        return ()
    found = (
        (old, new, name, getattr(new, "decider", curation.decider))
        for old, new, name in differences(_records(results_in(paper)), _records(results))
        if not (new is None and isinstance(old, Score))
    )
    human = (item for item in found if item[3].by is DecidedBy.HUMAN)
    return tuple(
        amendment_of(old, new, name, Stage.SCREEN, number, decider, is_removed=new is None)
        for number, (old, new, name, decider) in enumerate(human, start=1)
    )


def _records(results: Results) -> tuple[Record, ...]:
    head = (results.algorithm,) if results.algorithm else ()
    return (*head, *results.settings, *results.metrics, *results.scores)
