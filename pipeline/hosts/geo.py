"""NCBI GEO: a record is a series, sample, platform or data-set accession such as GSE12345."""

import re

from pipeline.hosts.api import opened
from pipeline.hosts.exchange import Conversation, Facts, RemoteFile, Request, Response
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import evidence_of, judge, refusal
from schemas.data import LinkStatus

_QUERY = "https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi"
_SUPPLEMENT = re.compile(r"!\w+_supplementary_file\w* = (?:ftp|https?)://")
_ACCESSION = re.compile(r"(?:GSE|GSM|GPL|GDS)\d+", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The accession in the query or the path of a GEO page."""
    if "geo" not in "/".join(address.pieces).lower():
        return None
    found = _ACCESSION.search(f"{address.parameter('acc')} {'/'.join(address.pieces)}")
    return found.group(0).upper() if found else None


def ask(record: str, url: str) -> Conversation:
    """The entry as SOFT text (GEO, programmatic access: `form=text`), which names the supplementary files.

    GEO answers 200 with a page for an accession that is private or does not exist.
    """
    response = yield Request(f"{_QUERY}?acc={record}&targ=self&form=text&view=brief")
    if not response.body.startswith(b"^"):
        return _without_entry(response, record)
    fields = dict(line[1:].partition(" = ")[::2] for line in response.text.splitlines() if line.startswith("!"))
    files = [_file(line) for line in response.text.splitlines() if _SUPPLEMENT.match(line)]
    if not record.startswith(("GSE", "GSM")) or not files:
        files = [RemoteFile(f"{record}.soft.txt", f"{_QUERY}?acc={record}&targ=all&form=text&view=data")]
    title = next((value for key, value in fields.items() if key.endswith("_title")), record)
    changed = next((value for key, value in fields.items() if key.endswith("_last_update_date")), "")
    return opened(f"GEO {record}", files, title=title, version=changed)


def _file(line: str) -> RemoteFile:
    url = line.partition(" = ")[2].strip().replace("ftp://ftp.ncbi.nlm.nih.gov/", "https://ftp.ncbi.nlm.nih.gov/")
    return RemoteFile(url.rpartition("/")[2], url)


def _without_entry(response: Response, record: str) -> Facts:
    told = evidence_of(response)
    if re.search(r"currently private", response.text):
        return Facts(LinkStatus.GATED, f"GEO says {record} is private", evidence=told)
    if re.search(r"Could not find a public or private accession", response.text):
        return Facts(LinkStatus.DEAD, f"GEO knows no {record}", evidence=told)
    return refusal(response) or judge(response)


HOST = Host(
    name="geo",
    domains=("ncbi.nlm.nih.gov", "ftp.ncbi.nlm.nih.gov"),
    record_of=record_of,
    address_of=lambda record: f"https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc={record}",
    ask=ask,
    accession=r"((?:GSE|GSM|GPL|GDS)\d{2,})",
)
