"""Google Drive: a record is the identifier of the file or folder."""

import re

from pipeline.hosts.host import Address, Host

_IDENTIFIER = re.compile(r"[\w-]{15,}")


def record_of(address: Address) -> str | None:
    """The identifier in the path or in the `id` parameter. Case matters."""
    found = (piece for piece in (address.parameter("id"), *address.pieces) if _IDENTIFIER.fullmatch(piece))
    return next(found, None)


HOST = Host(
    name="google_drive",
    domains=("drive.google.com", "docs.google.com"),
    record_of=record_of,
    address_of=lambda record: f"https://drive.google.com/open?id={record}",
)
