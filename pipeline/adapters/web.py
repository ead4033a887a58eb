"""The `Web` port: HTTP(S) and FTP with identification, TLS, turns per host, waiting, retries and checked addresses."""

import ssl
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx
import tenacity

from pipeline.adapters.addresses import AddressGuard, AddressRefused, GuardedBackend, NoSuchHost
from pipeline.adapters.ftp import FtpTransport
from pipeline.adapters.politeness import Politeness
from pipeline.hosts.exchange import Request, Response
from pipeline.hosts.judge import wait_of
from pipeline.ports import Broken, Stream

MOST_HOPS = 10
_LONGEST_WAIT = 60.0
"""Longer waits are not sat out: the link is rate limited, and asked again by a later run."""
_TRIES = 4
_PATIENCE = 60.0
_SLOWEST = 1000
"""Bytes a second; a server that drips below that, after some patience, has not answered."""
_REDIRECTS = {301, 302, 303, 307, 308}
_SCHEMES = {"http", "https", "ftp"}
_DOWN = {"timeout", "unreachable"}


class HttpWeb:
    """Asks hosts. Never raises for what a host does: a failure is a Response with its name (see `Response`).

    `routes` sends requests for a host name to another base URL (a caching proxy, a local copy of an interface).
    `allowed` names private hosts that may be reached; `forbidden` names hosts that are never asked.
    """

    def __init__(
        self,
        contact: str = "",
        allowed: Collection[str] = (),
        forbidden: Collection[str] = (),
        routes: Mapping[str, str] | None = None,
        seconds: float = 30.0,
        politeness: Politeness | None = None,
        sleep: Callable[[float], None] = time.sleep,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        guard = AddressGuard(allowed)
        self._politeness = politeness or Politeness()
        self._forbidden = {each.lower() for each in forbidden}
        self._routes = dict(routes or {})
        self._sleep = sleep
        self._answered = False
        self._client = httpx.Client(
            headers={"user-agent": user_agent(contact), "accept-encoding": "identity"},
            transport=_GuardedTransport(guard, tls),
            mounts={"ftp://": FtpTransport(guard, seconds)},
            timeout=httpx.Timeout(seconds, connect=min(seconds, 15.0)),
            follow_redirects=False,
            trust_env=False,
        )

    @property
    def is_online(self) -> bool:
        """True once a host has answered: only then does a name that does not resolve say something of the name."""
        return self._answered

    def close(self) -> None:
        """End all connections."""
        self._client.close()

    def ask(self, request: Request) -> Response:
        """The answer after redirects and retries."""
        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_result(_may_pass),
            stop=tenacity.stop_after_attempt(_TRIES),
            wait=_waiting,
            sleep=self._sleep,
            retry_error_callback=lambda state: state.outcome.result() if state.outcome else None,
        )
        response: Response = retrying(self._once, request)
        return response

    def _once(self, request: Request) -> Response:
        with self.stream(request) as stream:
            response = stream.response
            if response.failure:
                return response
            try:
                body = _limited(stream.chunks, request.limit)
            except Broken as error:
                return replace(response, status=0, reason=str(error), failure="unreachable")
        return replace(response, body=body)

    @contextmanager
    def stream(self, request: Request) -> Iterator[Stream]:
        """One try: the answer after redirects, and its bytes as they come."""
        url, seen = request.url, set[str]()
        while True:
            refused = self._refused(url, seen)
            if refused:
                yield Stream(refused, iter(()))
                return
            seen.add(url)
            answer = self._send(url, dict(request.headers))
            if isinstance(answer, Response):
                yield Stream(replace(answer, url=url), iter(()))
                return
            place = answer.headers.get("location", "")
            if answer.status_code not in _REDIRECTS or not place:
                break
            answer.close()
            url = urljoin(url, place)
        try:
            yield Stream(_response(url, answer), _chunks(answer, is_raw="Range" in dict(request.headers)))
        finally:
            answer.close()

    def _refused(self, url: str, seen: set[str]) -> Response | None:
        parts = urlsplit(url)
        if parts.scheme not in _SCHEMES or not parts.hostname:
            return Response(url, 0, f"a redirect to {url[:200]!r}, which is no web address", failure="refused_address")
        if url in seen or len(seen) > MOST_HOPS:
            return Response(url, 0, f"{len(seen)} redirects without end", failure="redirect_loop")
        if parts.hostname.lower() in self._forbidden:
            return Response(url, 0, f"{parts.hostname} is one of `never_ask`", failure="not_allowed")
        return None

    def _send(self, url: str, headers: dict[str, str]) -> httpx.Response | Response:
        """One request to one host, with the turn before and the report after it."""
        host = (urlsplit(url).hostname or "").lower()
        held_off = self._politeness.turn(host)
        if held_off:
            return held_off
        try:
            request = self._client.build_request("GET", self._routed(url), headers=headers)
            answer = self._client.send(request, stream=True)
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError) as error:
            failure = _failure(url, error)
            self._politeness.report(host, failure.failure in _DOWN)
            return failure
        self._answered = True
        self._politeness.report(host, answer.status_code >= 500)
        wait = wait_of(_response(url, answer))
        if answer.status_code in {429, 503} and wait and wait > _LONGEST_WAIT:
            self._politeness.stay_away(host, wait)
        return answer

    def _routed(self, url: str) -> str:
        parts = urlsplit(url)
        base = self._routes.get(parts.hostname or "")
        return f"{base.rstrip('/')}{parts._replace(scheme='', netloc='').geturl()}" if base else url


class _GuardedTransport(httpx.HTTPTransport):
    """HTTP over checked addresses. httpx has no parameter for the network of its pool, so the pool is put in place."""

    def __init__(self, guard: AddressGuard, tls: ssl.SSLContext | None) -> None:
        context = tls or httpx.create_ssl_context(trust_env=False)
        super().__init__(verify=context, trust_env=False)
        self._pool = httpcore.ConnectionPool(
            ssl_context=context,
            max_connections=32,
            max_keepalive_connections=8,
            keepalive_expiry=5.0,
            network_backend=GuardedBackend(guard),
        )


def user_agent(contact: str) -> str:
    """Who asks, and how the host's people reach whoever runs this."""
    return f"papergym/{version('papergym')}" + (f" ({contact})" if contact else "")


def _may_pass(response: Response) -> bool:
    """True for what may be different in a moment: a connection that broke, an error of the server, a short limit."""
    wait = wait_of(response)
    if wait is not None and wait > _LONGEST_WAIT:
        return False
    if response.failure:
        return response.failure in _DOWN
    return response.status == 429 or response.status in {500, 502, 503, 504}


def _waiting(state: tenacity.RetryCallState) -> float:
    """What the host asks for, else exponential with jitter: about 1, 2, 4 seconds."""
    response: Response | None = state.outcome.result() if state.outcome else None
    wait = wait_of(response) if response else None
    return wait if wait is not None else tenacity.wait_exponential_jitter(initial=1, max=20, jitter=1)(state)


def _failure(url: str, error: Exception) -> Response:
    """The name of what went wrong on the way."""
    cause = error.__cause__
    if isinstance(cause, AddressRefused):
        return Response(url, 0, str(cause), failure="refused_address")
    if isinstance(cause, NoSuchHost):
        return Response(url, 0, str(cause), failure="no_such_host")
    if isinstance(error, httpx.TimeoutException):
        return Response(url, 0, f"no answer in time ({type(error).__name__})", failure="timeout")
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        return Response(url, 0, f"the server's certificate is not valid: {error}", failure="bad_tls")
    return Response(url, 0, f"{type(error).__name__}: {error}", failure="unreachable")


def _response(url: str, answer: httpx.Response) -> Response:
    headers = {name.lower(): value for name, value in answer.headers.items()}
    return Response(url, answer.status_code, answer.reason_phrase, headers)


def _limited(chunks: Iterator[bytes], limit: int) -> bytes:
    found = bytearray()
    for chunk in chunks:
        found += chunk
        if len(found) >= limit:
            break
    return bytes(found[:limit])


def _chunks(answer: httpx.Response, is_raw: bool) -> Iterator[bytes]:
    """The bytes; of a page or API, without a coding such as gzip that was not asked for. Content asked for by range is
    taken as it is: servers label files that *are* gzip that way. Raises Broken where the connection ends early.
    """
    begun, count = time.monotonic(), 0
    try:
        for chunk in answer.iter_raw() if is_raw else answer.iter_bytes():
            count += len(chunk)
            yield chunk
            if (spent := time.monotonic() - begun) > _PATIENCE and count < _SLOWEST * spent:
                raise Broken(f"{count} bytes in {spent:.0f} s: too slow to wait for")
    except (httpx.HTTPError, httpx.StreamError, ssl.SSLError) as error:
        raise Broken(f"{type(error).__name__}: {error}") from error
