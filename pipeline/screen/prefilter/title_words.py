"""Titles that name the kind of article. Strict: the word `review` or `protocol` anywhere in a title proves nothing."""

import re

from pipeline.screen.prefilter.signal import Hit, Signal
from pipeline.screen.sentences import quote
from schemas.paper import Paper
from schemas.screening import VerdictCall

_ADJECTIVES = (
    r"(?:(?:systematic|scoping|narrative|critical|comprehensive|literature|brief|short|umbrella|mini|topical|state-of-the-art"
    r"|rapid|integrative|methodological|technical)[\s-]*)*"
)
_KINDS = r"(?:review|survey|meta-?analysis|tutorial|perspective|commentary|viewpoint|primer|roadmap|case\s+report)"
_STRICT = re.compile(
    rf"[:–—.?]\s*(?:an?|the)?\s*{_ADJECTIVES}{_KINDS}(?:\s+and\s+meta-?analysis)?(?:\s+of\s+(?:the\s+)?literature)?$"
    rf"|^(?:an?|the)?\s*{_ADJECTIVES}(?:review|meta-?analysis)\s+of\b"
    rf"|^an?\s+{_ADJECTIVES}(?:(?:perspective|survey|tutorial|primer)\s+on|(?:review|overview)\s+(?:of|on))\b"
    r"|\b(?:study|trial|review)\s+protocol\b|\bprotocol\s+(?:for|of)\s+(?:an?|the)\s+[^:]*\b(?:trial|study|review)\b"
    r"|^(?:(?:author|publisher)\s+)?(?:correction|corrigendum|erratum|retraction|addendum)\b\s*(?:to|:|-|–)"
    r"|^(?:editorial|commentary|comment\s+on|reply\s+to|response\s+to|obituary|in\s+memoriam|book\s+review)\b"
    r"|^\[\s*re\s*\]|\breproducibility\s+(?:report|study)\b|^replication\s*:",
    re.IGNORECASE,
)


def look(paper: Paper) -> Hit | None:
    """Reject a title that says the paper is a review, protocol, correction, replication or the like."""
    found = _STRICT.search(paper.title)
    if not found:
        return None
    words = " ".join(found.group(0).strip(" :–—.?").split())
    return Hit(VerdictCall.REJECT, "article_type", f"The title says {words!r}.", quote(paper, paper.title))


SIGNAL = Signal("title_words", look)
