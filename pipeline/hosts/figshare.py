"""Figshare: a record is the article number, without its version."""

import re

from pipeline.hosts.host import Address, Host

_KINDS = {"articles", "collections", "projects"}
_NUMBER = re.compile(r"\d{4,}")


def record_of(address: Address) -> str | None:
    """The first number after `articles`, `collections` or `projects`."""
    if not _KINDS & set(address.pieces):
        return None
    return next((piece for piece in address.pieces if _NUMBER.fullmatch(piece)), None)


HOST = Host(
    name="figshare",
    domains=("figshare.com",),
    record_of=record_of,
    address_of=lambda record: f"https://figshare.com/articles/{record}",
    doi=r"10\.6084/m9\.figshare\.(?:c\.)?(\d+)(?:\.v\d+)?",
)
