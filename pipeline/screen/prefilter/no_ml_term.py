"""Not one term of machine learning or optimisation in a full text of readable English."""

import re

from pipeline.screen.prefilter.signal import Hit, Signal
from pipeline.screen.sentences import first, quote, sentences
from pipeline.screen.vocabulary import has_term, is_readable_english, own_text, words
from schemas.paper import Paper, SectionRole
from schemas.screening import VerdictCall

_FULL_TEXT = 900
"""Words below which an absent term proves nothing."""

_PURPOSE = re.compile(
    r"\b(?:we|this\s+(?:study|paper|work|report|article))\b[^.]{0,80}"
    r"\b(?:aim|assess|compar|describ|determin|evaluat|examin|find|found|investigat|measur|prov|report|show|stud)\w*",
    re.IGNORECASE,
)


def look(paper: Paper) -> Hit | None:
    """Reject a complete text without a term; quote what the paper says it does instead."""
    text = own_text(paper)
    if not paper.is_complete or words(text) < _FULL_TEXT or not is_readable_english(text) or has_term(text):
        return None
    reason = f"Not one term of machine learning or optimisation in {words(text)} words of text."
    return Hit(VerdictCall.REJECT, "no_ml_term", reason, quote(paper, *_purpose(paper)))


def _purpose(paper: Paper) -> tuple[str, ...]:
    found = first(paper, _PURPOSE.search, SectionRole.ABSTRACT) or first(paper, _PURPOSE.search)
    return (found.text,) if found else tuple(sentence.text for sentence in sentences(paper)[:1])


SIGNAL = Signal("no_ml_term", look)
