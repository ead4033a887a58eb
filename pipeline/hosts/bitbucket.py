"""Bitbucket: a record is `workspace/repository`."""

import re

from pipeline.hosts.host import Address, Host

_NAME = re.compile(r"[\w.-]+")


def record_of(address: Address) -> str | None:
    """`workspace/repository` in lower case."""
    owner, name = address.piece(0).lower(), address.piece(1).lower().removesuffix(".git").rstrip(".")
    return f"{owner}/{name}" if _NAME.fullmatch(owner) and _NAME.fullmatch(name) else None


HOST = Host(
    name="bitbucket",
    domains=("bitbucket.org",),
    record_of=record_of,
    address_of=lambda record: f"https://bitbucket.org/{record}",
)
