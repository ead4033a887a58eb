"""Zenodo: a record is its number, in the URL or in the DOI `10.5281/zenodo.<number>`."""

import re

from pipeline.hosts.host import Address, Host

_RECORD = re.compile(r"(?:records?|deposit)/(\d+)")
_DOI = re.compile(r"10\.5281/zenodo\.(\d+)", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The record number; links by DOI (`/doi/10.5281/zenodo.N`) count."""
    path = "/".join(address.pieces)
    found = _RECORD.search(path) or _DOI.search(path)
    return found.group(1) if found else None


HOST = Host(
    name="zenodo",
    domains=("zenodo.org",),
    record_of=record_of,
    address_of=lambda record: f"https://zenodo.org/records/{record}",
    doi=r"10\.5281/zenodo\.(\d+)",
)
