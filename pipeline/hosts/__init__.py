"""Hosts of data and code: every URL is reduced to a host and a record first, so that two spellings are one link."""

import pkgutil
import re
from functools import cache
from importlib import import_module

from pipeline.hosts.address import take_apart, tidy
from pipeline.hosts.host import Address, Host, HostRecord

__all__ = ["Host", "HostRecord", "all_hosts", "identify", "tidy"]

_LAST = ("doi", "plain")
_NOT_HOSTS = ("host", "address", "api", "exchange", "judge", "known_sets", "licence_names", "pages")
_ROUNDS = 10
"""A link that is no link may lose one layer of punctuation a round; a real one is stable after the first."""


@cache
def all_hosts() -> tuple[Host, ...]:
    """Every host of this folder, the two general ones last."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if module.name not in _NOT_HOSTS]
    names.sort(key=lambda name: (name in _LAST, name))
    return tuple(import_module(f"{__name__}.{name}").HOST for name in names)


def identify(url: str) -> HostRecord:
    """The host and record of a URL, DOI or accession, however it is spelled. Never raises.

    `identify(identify(url).canonical_url)` is `identify(url)`.
    """
    found = _once(url)
    for _ in range(_ROUNDS):
        again = _once(found.canonical_url)
        if again == found:
            break
        found = again
    return found


def _once(url: str) -> HostRecord:
    address = take_apart(url)
    if address.domain == "doi.org" and (found := _by_doi("/".join(address.pieces))):
        return found
    return _by_accession(tidy(url)) or _by_address(address)


def _by_doi(doi: str) -> HostRecord | None:
    return _matching([(host, host.doi) for host in all_hosts() if host.doi], doi.lower())


def _by_accession(text: str) -> HostRecord | None:
    return _matching([(host, host.accession) for host in all_hosts() if host.accession], text)


def _matching(patterns: list[tuple[Host, str]], text: str) -> HostRecord | None:
    for host, pattern in patterns:
        found = re.fullmatch(pattern, text)
        if found:
            return HostRecord(host.name, found.group(1), host.address_of(found.group(1)))
    return None


def _by_address(address: Address) -> HostRecord:
    serving = [host for host in all_hosts() if host.serves(address.domain)]
    for host in serving:
        record = host.record_of(address)
        if record:
            return HostRecord(host.name, record, host.address_of(record))
    plain = all_hosts()[-1]
    record = plain.record_of(address) or ""
    return HostRecord(plain.name, record, f"{address.scheme}://{record}")
