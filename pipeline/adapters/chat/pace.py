"""The pace of one endpoint: so many requests at once, so many a minute, and none while the server asks for a pause."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from schemas.endpoints import Endpoint


class Pace:
    """Shared by all threads that ask one endpoint. Requests per minute are spaced evenly."""

    def __init__(
        self,
        endpoint: Endpoint,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._slots = BoundedSemaphore(endpoint.requests_at_once)
        self._gap = 60.0 / endpoint.requests_per_minute if endpoint.requests_per_minute else 0.0
        self._clock = clock
        self._sleep = sleep
        self._lock = Lock()
        self._free_at = 0.0

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, and hold it for one request."""
        with self._slots:
            with self._lock:
                now = self._clock()
                start = max(now, self._free_at)
                self._free_at = start + self._gap
            if start > now:
                self._sleep(start - now)
            yield

    def pause(self, seconds: float) -> None:
        """Let no request start for so long."""
        with self._lock:
            self._free_at = max(self._free_at, self._clock() + seconds)
