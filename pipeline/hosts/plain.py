"""Any other address: the record is the address without scheme and `www.`, the domain in lower case."""

from dataclasses import replace
from urllib.parse import unquote, urljoin, urlsplit

from pipeline.hosts.api import opened
from pipeline.hosts.exchange import Conversation, Facts, RemoteFile, Request, Response
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import judge, promised_name
from pipeline.hosts.pages import is_index, links_of, title_of
from schemas.data import LinkStatus

FIRST_BYTES = 65_536
_SECURE = ("ftp.ncbi.nlm.nih.gov", "ftp.ebi.ac.uk", "ftp.sra.ebi.ac.uk", "ftp.ensembl.org", "ftp.uniprot.org")
"""FTP servers whose content the same names also give over TLS."""


def record_of(address: Address) -> str | None:
    """Domain, path and query."""
    return "/".join((address.domain, *address.pieces)) + (f"?{address.query}" if address.query else "")


def ask(record: str, url: str) -> Conversation:
    """The first bytes of a ranged GET decide, never the status alone. A server's own index of a folder is its files."""
    response = yield Request(secured(url), (("Range", f"bytes=0-{FIRST_BYTES - 1}"),), limit=FIRST_BYTES)
    promised = promised_name(url)
    facts = judge(response, promised)
    if facts.status is LinkStatus.UNKNOWN and response.status == 200 and is_index(response):
        return _index(response) or facts
    if facts.status is not LinkStatus.OPEN:
        return _with_links(facts, response)
    validator = response.header("etag") or response.header("last-modified")
    name = promised or _disposed(response) or promised_name(response.url) or record.rpartition("/")[2] or "content"
    return opened(facts.detail, [RemoteFile(name, secured(url), response.size, validator=validator)], title=name)


def secured(url: str) -> str:
    """The URL with a scheme, over TLS where a known FTP server has it."""
    with_scheme = url if "://" in url else f"https://{url}"
    parts = urlsplit(with_scheme)
    return (
        parts._replace(scheme="https").geturl() if parts.scheme == "ftp" and parts.hostname in _SECURE else with_scheme
    )


def _index(response: Response) -> Facts | None:
    base = response.url if response.url.endswith("/") else f"{response.url}/"
    places = [urljoin(base, link) for link in links_of(response) if promised_name(link)]
    files = [RemoteFile(unquote(place[len(base) :]), place) for place in places if place.startswith(base)]
    return opened(f"an index of files ({title_of(response)})", files) if files else None


def _with_links(facts: Facts, response: Response) -> Facts:
    """A page that is no data, with the names of the files it links to: for the human who decides."""
    named = [promised_name(link) for link in links_of(response) if promised_name(link)]
    if facts.status is not LinkStatus.UNKNOWN or not named:
        return facts
    return replace(facts, detail=f"{facts.detail} It links to {', '.join(named[:5])}.")


def _disposed(response: Response) -> str:
    found = response.header("content-disposition").partition("filename=")[2].strip("\"' ;")
    return found.rpartition("/")[2]


HOST = Host(name="plain", domains=(), record_of=record_of, address_of=lambda record: f"https://{record}", ask=ask)
