"""What a host file declares, and what a URL is reduced to."""

from collections.abc import Callable
from dataclasses import dataclass, field

from pipeline.hosts.exchange import Conversation

Pieces = tuple[str, ...]


@dataclass(frozen=True)
class Address:
    """A URL taken apart: domain in lower case without `www.`, path pieces without empty ones, query as printed."""

    scheme: str
    domain: str
    pieces: Pieces = ()
    query: str = ""

    def piece(self, index: int) -> str:
        """One path piece, empty where the path is shorter."""
        return self.pieces[index] if index < len(self.pieces) else ""

    def parameter(self, name: str) -> str:
        """The first value of a query parameter, empty where it is absent."""
        pairs = (pair.partition("=") for pair in self.query.split("&"))
        return next((value for key, _, value in pairs if key.lower() == name.lower()), "")


@dataclass(frozen=True)
class HostRecord:
    """One record of one host. Two spellings of a link give equal records; `canonical_url` is where to ask for it."""

    host: str
    record: str
    canonical_url: str = field(compare=False)


@dataclass(frozen=True)
class Host:
    """A host. `pipeline/hosts/<name>.py` holds one `HOST`.

    `record_of` returns the record an address names, None where the address is no record of this host.
    `address_of` is its inverse and returns the canonical URL. `doi` is a regular expression over lower-case DOIs with
    the record as its first group, for hosts that register DOIs; `accession` is one over identifiers that papers print
    without a URL. `ask(record, url)` is the talk with the host: a generator that yields requests, is sent responses,
    and returns facts. It does no I/O itself.
    """

    name: str
    domains: tuple[str, ...]
    record_of: Callable[[Address], str | None]
    address_of: Callable[[str], str]
    ask: Callable[[str, str], Conversation]
    doi: str | None = None
    accession: str | None = None

    def serves(self, domain: str) -> bool:
        """True for the host's own domains and what lies below them."""
        return any(domain == own or domain.endswith(f".{own}") for own in self.domains)
