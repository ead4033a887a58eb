"""The subject headings under which the journal files the paper."""

from pipeline.screen.prefilter.kinds import doubt_of, is_research, is_unsuitable
from pipeline.screen.prefilter.signal import Hit, Signal
from pipeline.screen.sentences import quote
from schemas.paper import Paper
from schemas.screening import VerdictCall


def look(paper: Paper) -> Hit | None:
    """Reject a heading that is not original research, unless another heading says that it is."""
    if any(is_research(subject) for subject in paper.subjects):
        return None
    found = next((subject for subject in paper.subjects if is_unsuitable(subject, paper)), None)
    if found is None:
        return None
    reason = f"The journal files the paper under {found!r}{doubt_of(found)}."
    return Hit(VerdictCall.REJECT, "article_type", reason, quote(paper, paper.title))


SIGNAL = Signal("subject_heading", look)
