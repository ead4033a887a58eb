"""The links of a paper that lead to data or code, each asked for once."""

from collections.abc import Iterator

from pipeline.hosts import HostRecord, identify, tidy
from pipeline.hosts.known_sets import place_of
from pipeline.offers import is_offer
from pipeline.ports import Answer, DataSource
from pipeline.results.model import Results
from pipeline.screen.sentences import quote
from schemas.data import LinkCheck, LinkStatus
from schemas.evidence import Evidence
from schemas.paper import Paper


def check_links(paper: Paper, results: Results, source: DataSource) -> tuple[LinkCheck, ...]:
    """What every link of the availability statements, of sentences that offer something, and of settings gives.

    Two spellings of one record are one link. The order is that of the paper; a setting's own sources come last, then
    well-known data sets that settings name without a link, where their host answers: nobody answers for other names.
    """
    seen: dict[HostRecord, LinkCheck] = {}
    for url, evidence in _candidates(paper, results):
        record = identify(url)
        if record.record and record not in seen:
            seen[record] = _check(paper, tidy(url), record, evidence, source.answer(url))
    for url, evidence in _named(results):
        record = identify(url)
        if record not in seen and (answer := source.answer(url)).status is not LinkStatus.UNKNOWN:
            seen[record] = _check(paper, url, record, evidence, answer)
    return tuple(seen.values())


def _candidates(paper: Paper, results: Results) -> Iterator[tuple[str, tuple[Evidence, ...]]]:
    for link in paper.links:
        if is_offer(link):
            yield link.url, quote(paper, link.sentence) or quote(paper, link.url)
    for setting in results.settings:
        for url in setting.sources:
            if place_of(url) is None:
                yield url, setting.evidence[:1]


def _named(results: Results) -> Iterator[tuple[str, tuple[Evidence, ...]]]:
    """The places of the well-known data sets that settings are called by, or name as a source."""
    for setting in results.settings:
        for name in (*setting.sources, setting.name):
            if place := place_of(name):
                yield place, setting.evidence[:1]


def _check(paper: Paper, url: str, record: HostRecord, evidence: tuple[Evidence, ...], answer: Answer) -> LinkCheck:
    return LinkCheck(
        paper_id=paper.paper_id,
        url=url,
        host=record.host,
        status=answer.status,
        detail=answer.detail,
        via=answer.via,
        bytes=answer.bytes,
        licence=answer.licence,
        title=answer.title,
        release=answer.release,
        told=answer.told,
        seen=answer.seen,
        evidence=evidence,
    )
