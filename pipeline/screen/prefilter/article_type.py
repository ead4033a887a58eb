"""The article-type attribute of JATS, or its equal in other formats."""

from pipeline.screen.prefilter.kinds import doubt_of, is_unsuitable
from pipeline.screen.prefilter.signal import Hit, Signal
from pipeline.screen.sentences import quote
from schemas.paper import Paper
from schemas.screening import VerdictCall


def look(paper: Paper) -> Hit | None:
    """Reject a declared type that is not original research; quote the title, as the attribute is no text."""
    kind = paper.article_type
    if not kind or not is_unsuitable(kind, paper):
        return None
    reason = f"The file declares article-type {kind!r}{doubt_of(kind)}."
    return Hit(VerdictCall.REJECT, "article_type", reason, quote(paper, paper.title))


SIGNAL = Signal("article_type", look)
