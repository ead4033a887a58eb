"""The links of a paper that lead to data or code, each asked for once."""

import re
from collections.abc import Iterator

from pipeline.hosts import HostRecord, identify, tidy
from pipeline.ports import DataSource
from pipeline.results.model import Results
from pipeline.screen.sentences import STATEMENTS, quote
from schemas.data import LinkCheck
from schemas.evidence import Evidence
from schemas.paper import Link, Paper, SectionRole

OFFERS = re.compile(
    r"\b(?:avail\w+|download\w*|access\w*|deposit\w*|obtain\w*|provid\w+|releas\w+|shar\w+|found|host\w*|repositor\w+)\b",
    re.IGNORECASE,
)
"""A sentence that says where something can be had."""

_ASIDE = (SectionRole.REFERENCES, SectionRole.SUPPLEMENT)
_NOT_DATA = re.compile(
    r"orcid\.org|/reprints|creativecommons\.org|crossref\.org|crossmark|mailto:|@"
    r"|doi\.org/10\.\d+/(?!zenodo|m9|dryad|dvn|osf)",
    re.IGNORECASE,
)


def check_links(paper: Paper, results: Results, source: DataSource) -> tuple[LinkCheck, ...]:
    """What every link of the availability statements, of sentences that offer something, and of settings gives.

    Two spellings of one record are one link. The order is that of the paper; a setting's own sources come last.
    """
    seen: dict[HostRecord, LinkCheck] = {}
    for url, evidence in _candidates(paper, results):
        record = identify(url)
        if record.record and record not in seen:
            seen[record] = _check(paper, tidy(url), record, evidence, source)
    return tuple(seen.values())


def _candidates(paper: Paper, results: Results) -> Iterator[tuple[str, tuple[Evidence, ...]]]:
    for link in paper.links:
        if is_offer(link):
            yield link.url, quote(paper, link.sentence) or quote(paper, link.url)
    for setting in results.settings:
        for url in setting.sources:
            yield url, setting.evidence[:1]


def is_offer(link: Link) -> bool:
    """True for a link of an availability statement, and for one in a sentence of the text that offers something."""
    if _NOT_DATA.search(link.url) and link.role not in STATEMENTS:
        return False
    return link.role in STATEMENTS or (link.role not in _ASIDE and bool(OFFERS.search(link.sentence)))


def _check(paper: Paper, url: str, record: HostRecord, evidence: tuple[Evidence, ...], source: DataSource) -> LinkCheck:
    answer = source.answer(url)
    return LinkCheck(
        paper_id=paper.paper_id,
        url=url,
        host=record.host,
        status=answer.status,
        detail=answer.detail,
        via=answer.via,
        bytes=answer.bytes,
        licence=answer.licence,
        evidence=evidence,
    )
