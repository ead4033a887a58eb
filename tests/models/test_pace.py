"""The pace of an endpoint holds for all threads together."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from pipeline.adapters.chat.pace import Pace
from schemas.endpoints import Endpoint
from tests.models.asking import rig
from tests.models.servers import answer, completion, error, scripted


def test_requests_per_minute_are_spaced_evenly() -> None:
    now, slept = [100.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    pace = Pace(Endpoint(requests_per_minute=30), clock=lambda: now[0], sleep=sleep)
    for _ in range(4):
        with pace.turn():
            pass
    assert slept == [2.0, 2.0, 2.0]
    now[0] += 60
    with pace.turn():
        pass
    assert len(slept) == 3  # after a rest nobody waits, and nothing is made up for


def test_a_pause_holds_everybody() -> None:
    slept: list[float] = []
    pace = Pace(Endpoint(), clock=lambda: 5.0, sleep=slept.append)
    pace.pause(7)
    pace.pause(3)
    for _ in range(2):
        with pace.turn():
            pass
    assert slept == [7.0, 7.0]


def test_no_more_requests_at_once_than_allowed() -> None:
    lock, running, most = Lock(), [0], [0]

    def slow(request: Request) -> Response:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.05)
        with lock:
            running[0] -= 1
        return answer(completion())

    with HTTPServer(threaded=True) as server:
        server.expect_request("/v1/chat/completions").respond_with_handler(slow)
        with rig(server.url_for("/v1"), requests_at_once=2) as it, ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: it.ask(f"{n}"), range(8)))
    assert most[0] == 2


def test_a_wait_that_the_server_asks_of_one_is_kept_by_the_next(httpserver: HTTPServer) -> None:
    """While one call waits its 30 seconds, another one does not run into the same wall."""
    scripted(httpserver, error(429, "slow down", {"Retry-After": "30"}), answer(completion()))
    with rig(httpserver.url_for("/v1")) as it:
        it.ask()
        it.ask("another")
    assert it.slept[0] == 30
    assert all(seconds == pytest.approx(30, abs=2) for seconds in it.slept[1:])
    assert len(it.slept) >= 2
