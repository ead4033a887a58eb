"""Metadata of news: the page type that sites declare, or a journal that is a news service."""

from pipeline.screen.prefilter.signal import Hit, Signal
from pipeline.screen.sentences import quote
from schemas.paper import Paper
from schemas.screening import VerdictCall

_TYPES = {"newsarticle", "news", "newsitem", "news_item", "blogposting", "blog", "pressrelease", "press-release"}
_SERVICES = ("news release", "press release", "eurekalert", "phys.org", "medical xpress")


def look(paper: Paper) -> Hit | None:
    """Reject what its own metadata calls news."""
    kind = (paper.article_type or "").casefold()
    place = (paper.journal or "").casefold()
    if kind not in _TYPES and not any(service in place for service in _SERVICES):
        return None
    return Hit(VerdictCall.REJECT, "article_type", "The metadata call this a news item.", quote(paper, paper.title))


SIGNAL = Signal("news_metadata", look)
