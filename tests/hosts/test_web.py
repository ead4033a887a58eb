"""The web is polite, patient up to a point, and goes nowhere it must not."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trustme
from hypothesis import given
from hypothesis import strategies as st
from pytest_httpserver import HTTPServer
from werkzeug import Request as Asked
from werkzeug import Response as Answered

from pipeline.adapters.addresses import AddressGuard, AddressRefused, NoSuchHost
from pipeline.adapters.politeness import Politeness
from pipeline.adapters.web import HttpWeb
from pipeline.hosts.exchange import Request
from tests.hosts.cases import Recorded, api, content, moved, page
from tests.hosts.server import FakeHosts

DATA = "https://data.example.org/set.csv"


def waits_of(hosts: FakeHosts, *answers: Recorded) -> tuple[int, list[float]]:
    """The status in the end, and how long was waited between tries."""
    hosts.add(*answers)
    waits: list[float] = []
    response = hosts.web(sleep=waits.append).ask(Request(DATA))
    return response.status, waits


def test_retry_after_in_seconds_is_waited_for(hosts: FakeHosts) -> None:
    assert waits_of(hosts, page(DATA, status=429, Retry_After="7"), page(DATA)) == (200, [7.0])


def test_retry_after_as_a_date_is_waited_for(hosts: FakeHosts) -> None:
    stamp = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 20))
    status, (wait,) = waits_of(hosts, page(DATA, status=503, Retry_After=stamp), page(DATA))
    assert status == 200
    assert 15 < wait <= 20


def test_without_retry_after_pauses_grow_and_are_never_the_same(hosts: FakeHosts) -> None:
    status, waits = waits_of(hosts, page(DATA, status=429))
    assert status == 429
    assert [1 <= waits[0] <= 2, 2 <= waits[1] <= 3, 4 <= waits[2] <= 5] == [True] * 3
    assert any(wait != int(wait) for wait in waits)


def test_a_long_wait_is_not_sat_out_and_the_host_is_left_alone_meanwhile(hosts: FakeHosts) -> None:
    hosts.add(page(DATA, status=429, Retry_After="3600"), page("https://other.example.org/"))
    web = hosts.web()
    assert [web.ask(Request(DATA)).status for _ in range(3)] == [429, 429, 429]
    assert len(hosts.asked) == 1
    assert web.ask(Request("https://other.example.org/")).status == 200


def test_a_host_that_is_down_does_not_hold_up_a_batch(hosts: FakeHosts) -> None:
    hosts.add(page(DATA, status=502), page("https://other.example.org/"))
    web = hosts.web(politeness=Politeness(interval=0, failures=5, reset_seconds=3600))
    answers = [web.ask(Request(DATA)) for _ in range(20)]
    assert len(hosts.asked) == 5
    assert answers[-1].failure == "circuit_open"
    assert web.ask(Request("https://other.example.org/")).status == 200


def test_a_host_is_tried_again_after_a_while(hosts: FakeHosts) -> None:
    hosts.add(*[page(DATA, status=502)] * 5, page(DATA))
    web = hosts.web(politeness=Politeness(interval=0, failures=5, reset_seconds=0.3))
    for _ in range(3):
        web.ask(Request(DATA))
    assert web.ask(Request(DATA)).failure == "circuit_open"
    time.sleep(0.35)
    assert web.ask(Request(DATA)).status == 200


def test_answers_that_are_no_failures_never_open_the_circuit(hosts: FakeHosts) -> None:
    hosts.add(page(DATA, status=404))
    web = hosts.web(politeness=Politeness(interval=0, failures=2))
    assert {web.ask(Request(DATA)).status for _ in range(6)} == {404}


def test_requests_to_one_host_take_turns_and_to_another_do_not_wait(hosts: FakeHosts) -> None:
    waits: list[float] = []
    politeness = Politeness(interval=2.0, sleep=waits.append, now=lambda: 100.0)
    for host in ("a", "a", "b", "a"):
        assert politeness.turn(host) is None
    assert len(waits) == 2
    assert 2.0 <= waits[0] <= 2.5
    assert 4.0 <= waits[1] <= 5.0


def test_hosts_that_the_curator_does_not_want_asked_are_not_asked(hosts: FakeHosts) -> None:
    hosts.add(moved("https://start.example.org/", DATA), page(DATA))
    assert hosts.web(forbidden=["data.example.org"]).ask(Request("https://start.example.org/")).failure == "not_allowed"
    assert hosts.asked == ["https://start.example.org/"]


def test_many_redirects_end(hosts: FakeHosts) -> None:
    hosts.add(*(moved(f"https://data.example.org/{n}", f"/{n + 1}") for n in range(30)))
    assert hosts.web().ask(Request("https://data.example.org/0")).failure == "redirect_loop"
    assert len(hosts.asked) <= 12


def test_a_page_is_unpacked_and_a_range_is_taken_as_sent(hosts: FakeHosts) -> None:
    import gzip

    packed = gzip.compress(b"hello")
    hosts.add(Recorded(DATA, 200, packed, {"Content-Encoding": "gzip"}))
    web = hosts.web()
    assert web.ask(Request(DATA)).body == b"hello"
    assert web.ask(Request(DATA, (("Range", "bytes=0-99"),))).body == packed


def test_no_more_is_read_than_asked_for(hosts: FakeHosts) -> None:
    hosts.add(content(DATA, bytes(10_000_000)))
    assert len(hosts.web().ask(Request(DATA, limit=1000)).body) == 1000


def test_a_body_that_breaks_off_is_no_answer(hosts: FakeHosts) -> None:
    def cut(request: Asked) -> Answered:
        return Answered(iter([b"abc"]), 200, {"Content-Length": "1000"})

    hosts.add(Recorded(DATA, act=cut))
    assert hosts.web().ask(Request(DATA)).failure == "unreachable"


def test_an_api_answer_with_a_body_of_another_kind_is_unknown(source_of: Callable, hosts: FakeHosts) -> None:
    for number, body in enumerate((b"[1, 2]", b"{}", b"null", b'{"files": 3}', b"not json", b"<html></html>")):
        hosts.add(Recorded(f"https://zenodo.org/api/records/{number}", 200, body, {"Content-Type": "application/json"}))
        answer = source_of().answer(f"https://zenodo.org/records/{number}")
        assert (answer.status, answer.files) == ("unknown", ()), body


@pytest.fixture
def resolving(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set what a name resolves to."""

    def to(*addresses: str) -> None:
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in addresses]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)

    return to


@pytest.mark.parametrize(
    "url",
    [
        *("http://127.0.0.1/x", "http://2130706433/", "http://0x7f.1/", "http://[::1]/", "http://0.0.0.0/"),
        *("http://[::ffff:169.254.169.254]/", "http://169.254.169.254/latest/meta-data/", "http://10.0.0.7/"),
        *("http://192.168.1.1/", "http://172.16.3.4/", "http://100.64.0.1/", "http://[fe80::1]/", "http://[fd00::1]/"),
        *("http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://224.0.0.1/", "ftp://127.0.0.1/x"),
    ],
)
def test_addresses_of_this_machine_and_network_are_refused(url: str) -> None:
    assert HttpWeb(politeness=Politeness(0)).ask(Request(url)).failure == "refused_address"


def test_a_name_that_resolves_to_a_private_address_is_refused(resolving: Callable[..., None]) -> None:
    resolving("10.1.2.3")
    assert HttpWeb().ask(Request("https://innocent.example.org/")).failure == "refused_address"


def test_one_private_address_among_public_ones_is_enough(resolving: Callable[..., None]) -> None:
    resolving("93.184.216.34", "127.0.0.1")
    with pytest.raises(AddressRefused):
        AddressGuard().resolve("mixed.example.org", 80)


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that turns private between check and connection (DNS rebinding) is never looked up a second time."""
    answers = iter(["127.0.0.1"])
    looked_up: list[str] = []

    def once(host: str, port: int, *args: object, **kwargs: object) -> list[object]:
        looked_up.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    connected: list[str] = []

    def connect(address: tuple[str, int], *args: object, **kwargs: object) -> socket.socket:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", once)
    monkeypatch.setattr(socket, "create_connection", connect)
    web = HttpWeb(allowed=["rebinding.example.org"])
    with web.stream(Request("http://rebinding.example.org/")) as stream:
        assert stream.response.failure == "unreachable"
    assert (looked_up, connected) == (["rebinding.example.org"], ["127.0.0.1"])


def test_private_hosts_that_the_configuration_names_are_reached(resolving: Callable[..., None]) -> None:
    resolving("10.1.2.3")
    assert AddressGuard(["data.internal"]).resolve("data.internal", 80) == ["10.1.2.3"]
    assert AddressGuard(["10.1.0.0/16"]).resolve("anything.example", 80) == ["10.1.2.3"]
    with pytest.raises(AddressRefused):
        AddressGuard(["10.2.0.0/16", "other.internal"]).resolve("anything.example", 80)


@given(st.one_of(st.ip_addresses(network="10.0.0.0/8"), st.ip_addresses(network="127.0.0.0/8"), st.ip_addresses(v=6)))
def test_what_is_not_global_is_refused(address: object) -> None:
    text = str(address)
    try:
        AddressGuard().resolve(text, 80)
    except AddressRefused:
        return
    assert address.is_global  # type: ignore[attr-defined]


def test_a_name_that_does_not_exist_is_told_apart() -> None:
    with pytest.raises(NoSuchHost):
        AddressGuard().resolve("no label may be this \x00 strange", 80)


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[tuple[HTTPServer, ssl.SSLContext]]:
    """A server with a certificate of an authority that only the given context trusts."""
    authority = trustme.CA()
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(theirs)
    ours = ssl.create_default_context()
    authority.configure_trust(ours)
    with HTTPServer(host="localhost", port=0, ssl_context=theirs) as server:
        server.expect_request("/x").respond_with_data(b"a")
        yield server, ours


def test_a_certificate_of_nobody_is_refused_and_a_trusted_one_is_not(secure: tuple[HTTPServer, ssl.SSLContext]) -> None:
    server, trusting = secure
    url = f"https://localhost:{server.port}/x"
    assert HttpWeb(allowed=["localhost"]).ask(Request(url)).failure == "bad_tls"
    assert HttpWeb(allowed=["localhost"], tls=trusting).ask(Request(url)).body == b"a"


@pytest.fixture
def ftp(tmp_path: Path) -> Iterator[int]:
    """The port of an FTP server with one file."""
    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.handlers import FTPHandler
    from pyftpdlib.servers import FTPServer

    (tmp_path / "pub").mkdir()
    (tmp_path / "pub" / "set.csv").write_bytes(b"a,b\n1,2\n3,4\n")
    authorizer = DummyAuthorizer()
    authorizer.add_anonymous(str(tmp_path / "pub"))
    handler = type("Handler", (FTPHandler,), {"authorizer": authorizer})
    server = FTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"timeout": 0.05}, daemon=True)
    thread.start()
    yield server.address[1]
    server.close_all()


def test_ftp_gives_files_parts_and_their_size(ftp: int) -> None:
    web = HttpWeb(allowed=["localhost", "127.0.0.1"], politeness=Politeness(0), seconds=5)
    base = f"ftp://127.0.0.1:{ftp}"
    whole = web.ask(Request(f"{base}/set.csv"))
    assert (whole.status, whole.size, whole.body) == (200, 12, b"a,b\n1,2\n3,4\n")
    part = web.ask(Request(f"{base}/set.csv", (("Range", "bytes=4-6"),)))
    assert (part.status, part.size, part.body) == (206, 12, b"1,2")
    rest = web.ask(Request(f"{base}/set.csv", (("Range", "bytes=8-"),)))
    assert rest.body == b"3,4\n"
    assert web.ask(Request(f"{base}/nothing.csv")).status == 404


def test_the_interface_of_a_host_can_be_behind_a_proxy_that_stands_for_it(hosts: FakeHosts) -> None:
    hosts.add(api("https://zenodo.org/api/records/1", {"id": 1}))
    response = hosts.web().ask(Request("https://zenodo.org/api/records/1"))
    assert (response.url, response.json()) == ("https://zenodo.org/api/records/1", {"id": 1})
