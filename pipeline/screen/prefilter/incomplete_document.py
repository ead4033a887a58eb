"""A document that is only an abstract, a landing page, a supplement or a few pages: a human is asked for the rest."""

from pipeline.screen.prefilter.signal import Hit, Signal
from pipeline.screen.sentences import quote
from schemas.paper import Paper
from schemas.screening import VerdictCall


def look(paper: Paper) -> Hit | None:
    """Unknown where intake found the document incomplete; never a rejection."""
    if paper.is_complete:
        return None
    reason = f"{paper.source.name} does not hold the whole paper; please supply the full text."
    return Hit(VerdictCall.UNKNOWN, "incomplete_document", reason, quote(paper, paper.title))


SIGNAL = Signal("incomplete_document", look)
