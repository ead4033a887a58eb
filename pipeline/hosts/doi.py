"""A DOI whose host is not known from its prefix: the record is the DOI in lower case."""

import re

from pipeline.hosts.host import Address, Host

_DOI = re.compile(r"10\.\d{4,9}/\S+", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The DOI that the path of a resolver link consists of."""
    found = _DOI.fullmatch("/".join(address.pieces))
    return found.group(0).lower() if found else None


HOST = Host(
    name="doi",
    domains=("doi.org",),
    record_of=record_of,
    address_of=lambda record: f"https://doi.org/{record}",
    doi=r"(10\.\d{4,9}/\S+)",
)
