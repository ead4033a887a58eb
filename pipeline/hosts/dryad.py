"""Dryad: a record is the name at the end of its DOI `10.5061/dryad.<name>`."""

import re

from pipeline.hosts.host import Address, Host

_DOI = re.compile(r"10\.5061/dryad\.(\w+)", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The name of the DOI inside a dataset link."""
    found = _DOI.search("/".join(address.pieces).replace("%3A", ":").replace("%2F", "/"))
    return found.group(1).lower() if found else None


HOST = Host(
    name="dryad",
    domains=("datadryad.org",),
    record_of=record_of,
    address_of=lambda record: f"https://datadryad.org/dataset/doi:10.5061/dryad.{record}",
    doi=r"10\.5061/dryad\.(\w+)",
)
