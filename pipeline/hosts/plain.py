"""Any other address: the record is the address without scheme and `www.`, the domain in lower case."""

from pipeline.hosts.host import Address, Host


def record_of(address: Address) -> str | None:
    """Domain, path and query."""
    return "/".join((address.domain, *address.pieces)) + (f"?{address.query}" if address.query else "")


HOST = Host(name="plain", domains=(), record_of=record_of, address_of=lambda record: f"https://{record}")
