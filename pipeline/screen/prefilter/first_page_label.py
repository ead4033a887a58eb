"""The label of the article's kind on the first page of a PDF."""

from pipeline.screen.prefilter.kinds import doubt_of, is_research, is_unsuitable, plain
from pipeline.screen.prefilter.signal import Hit, Signal
from pipeline.screen.sentences import quote
from schemas.paper import Paper
from schemas.screening import VerdictCall

_CONTACT = {"correspondence", "abstract", "introduction", "synopsis", "other", "report"}
"""Words that a first page of any article carries as a heading."""


def look(paper: Paper) -> Hit | None:
    """Reject a label that is not original research, unless another label says that it is."""
    labels = [label for label in paper.first_page_labels if plain(label) not in _CONTACT]
    if any(is_research(label) for label in labels):
        return None
    found = next((label for label in labels if is_unsuitable(label, paper)), None)
    if found is None:
        return None
    evidence = quote(paper, found) or quote(paper, paper.title)
    reason = f"The first page is labelled {found!r}{doubt_of(found)}."
    return Hit(VerdictCall.REJECT, "article_type", reason, evidence)


SIGNAL = Signal("first_page_label", look)
