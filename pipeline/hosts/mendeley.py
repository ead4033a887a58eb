"""Mendeley Data: a record is the name of the data set, without its version."""

import re

from pipeline.hosts.host import Address, Host

_NAME = re.compile(r"[a-z0-9]{10}")


def record_of(address: Address) -> str | None:
    """The name after `datasets`."""
    name = address.piece(1).lower()
    return name if address.piece(0) == "datasets" and _NAME.fullmatch(name) else None


HOST = Host(
    name="mendeley",
    domains=("data.mendeley.com",),
    record_of=record_of,
    address_of=lambda record: f"https://data.mendeley.com/datasets/{record}",
    doi=r"10\.17632/([a-z0-9]{10})(?:\.\d+)?",
)
