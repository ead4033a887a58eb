"""How we treat one host: not too often, not while it asks us to stay away, and not when it is down."""

import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import pybreaker

from pipeline.hosts.exchange import Response

_FAILURES = 5
_RESET_SECONDS = 120.0


class _Down(Exception):
    """A failure that counts against a host."""


@dataclass
class _Host:
    breaker: pybreaker.CircuitBreaker
    lock: threading.Lock = field(default_factory=threading.Lock)
    next_turn: float = 0.0
    not_before: float = 0.0


class Politeness:
    """Turns, waiting times and a circuit breaker for each host name. Safe to use from several threads.

    `interval` is the least time between two requests to a host, in seconds, with up to a quarter more at random.
    """

    def __init__(
        self,
        interval: float = 1.0,
        failures: int = _FAILURES,
        reset_seconds: float = _RESET_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._interval = interval
        self._sleep = sleep
        self._now = now
        self._lock = threading.Lock()
        self._hosts: defaultdict[str, _Host] = defaultdict(
            lambda: _Host(pybreaker.CircuitBreaker(fail_max=failures, reset_timeout=reset_seconds))
        )

    def turn(self, host: str) -> Response | None:
        """Wait for our turn. Gives the failure to answer with where the host is not to be asked at all now."""
        state = self._state(host)
        if state.breaker.current_state == pybreaker.STATE_OPEN and not self._may_try(state):
            return Response(
                host, 0, f"{host} failed {_FAILURES} times in a row; left alone for a while", failure="circuit_open"
            )
        with state.lock:
            now = self._now()
            if state.not_before > now:
                wait = state.not_before - now
                headers = {"retry-after": str(int(wait) + 1)}
                return Response(host, 429, "still asked to wait", headers=headers)
            wait = max(0.0, state.next_turn - now)
            state.next_turn = max(now, state.next_turn) + self._interval * (1 + random.random() / 4)
        if wait:
            self._sleep(wait)
        return None

    def stay_away(self, host: str, seconds: float) -> None:
        """The host asked us to wait."""
        state = self._state(host)
        with state.lock:
            state.not_before = max(state.not_before, self._now() + seconds)

    def report(self, host: str, is_down: bool) -> None:
        """How a request went. Time-outs, broken connections and errors of the server count, answers do not."""
        breaker = self._state(host).breaker
        try:
            breaker.call(self._outcome, is_down)
        except (_Down, pybreaker.CircuitBreakerError):
            return

    def _state(self, host: str) -> _Host:
        with self._lock:
            return self._hosts[host]

    @staticmethod
    def _may_try(state: _Host) -> bool:
        """True once the breaker's time is over: the next request is the trial."""
        try:
            state.breaker.call(lambda: None)
        except pybreaker.CircuitBreakerError:
            return False
        state.breaker.half_open()
        return True

    @staticmethod
    def _outcome(is_down: bool) -> None:
        if is_down:
            raise _Down
