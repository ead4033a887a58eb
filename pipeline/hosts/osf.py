"""OSF: a record is the five-letter name of the project, in the URL or in the DOI `10.17605/osf.io/<name>`."""

import re

from pipeline.hosts.host import Address, Host

_NAME = re.compile(r"[a-z0-9]{5}")


def record_of(address: Address) -> str | None:
    """The first path piece that has the form of an OSF name."""
    name = address.piece(0).lower()
    return name if _NAME.fullmatch(name) else None


HOST = Host(
    name="osf",
    domains=("osf.io",),
    record_of=record_of,
    address_of=lambda record: f"https://osf.io/{record}",
    doi=r"10\.17605/osf\.io/([a-z0-9]{5})",
)
