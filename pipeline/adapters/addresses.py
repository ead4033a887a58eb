"""Where connections may go: never to loopback, link-local, private or metadata addresses, unless they are named.

The name is resolved here, checked here, and the connection goes to the address that was checked, so a name that
resolves to something else a moment later (DNS rebinding) gains nothing. Each hop of a redirect connects anew and is
checked anew.
"""

import ipaddress
import socket
from collections.abc import Collection, Iterable
from contextlib import suppress

import httpcore

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class AddressRefused(httpcore.ConnectError):
    """The name resolves to an address that is not for the public."""


class NoSuchHost(httpcore.ConnectError):
    """The name does not exist."""


class ResolverFailed(httpcore.ConnectError):
    """The name could not be looked up now."""


class AddressGuard:
    """Decides which address a host name may be reached at. `allowed` holds host names, addresses and networks."""

    def __init__(self, allowed: Collection[str] = ()) -> None:
        self._names = {each.lower() for each in allowed}
        self._networks = [network for each in allowed if (network := _network(each))]

    def resolve(self, host: str, port: int) -> list[str]:
        """The addresses of the host. Raises AddressRefused if even one of them is not public, NoSuchHost."""
        found = _look_up(host, port)
        if host.lower() not in self._names:
            for address in found:
                if not self._is_allowed(address):
                    raise AddressRefused(f"{host} resolves to {address}, which is not a public address")
        return [str(address) for address in found]

    def _is_allowed(self, address: IPAddress) -> bool:
        inner = _inner(address)
        return _is_public(inner) or any(inner in network for network in self._networks)


class GuardedBackend(httpcore.SyncBackend):
    """The network of an httpcore pool, with every TCP connection checked."""

    def __init__(self, guard: AddressGuard) -> None:
        self._guard = guard

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first of the host's checked addresses that answers."""
        *others, last = self._guard.resolve(host, port)
        for address in others:
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return super().connect_tcp(address, port, timeout, local_address, socket_options)
        return super().connect_tcp(last, port, timeout, local_address, socket_options)

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None
    ) -> httpcore.NetworkStream:
        """Never."""
        raise AddressRefused("sockets of this machine are not for links")


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None


def _look_up(host: str, port: int) -> list[IPAddress]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        kind = NoSuchHost if error.errno == socket.EAI_NONAME else ResolverFailed
        raise kind(f"{host}: {error.strerror or error}") from error
    except UnicodeError as error:
        raise NoSuchHost(f"{host!r} is no host name") from error
    return [ipaddress.ip_address(str(address[0]).partition("%")[0]) for *_, address in found]


def _inner(address: IPAddress) -> IPAddress:
    """The IPv4 address that an IPv6 one carries, where it carries one."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)


def _is_public(address: IPAddress) -> bool:
    return address.is_global and not address.is_multicast
