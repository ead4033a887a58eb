"""What our own code adds to a call to a model: prompt, schema, ledger, budget, cache, client.

`python -m tests.bench_judging.overhead [--calls N]`. A server on this machine answers at once; the same request sent
bare, over a kept connection, is taken off. The ledger and the cache are real and on a real disk.
"""

import argparse
import json
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx2
from pydantic import Field

from flows.show.console import print_table
from pipeline.adapters.chat.connect import live_chat
from pipeline.ports import Ask
from prompts import Rendered, fenced
from schemas.endpoints import Budget, Endpoint, Models
from schemas.judging import Answer, Role
from schemas.outcome import Stage
from warehouse.store import Warehouse

AIM = 0.020
PAPER = (
    "Succinylation is a modification of lysine residues, and MCC 0.36 stands in Table 4. " * 480
)  # 40,000 characters


class Judgement(Answer):
    """A form of usual size."""

    call: str = Field(max_length=10)
    category: str = Field(max_length=40)
    reason: str = Field(max_length=300)
    quotes: tuple[str, ...] = Field(max_length=5)


GIVEN = Judgement(
    call="pass", category="", reason="It beats the best baseline.", quotes=("MCC 0.36 stands in Table 4",)
)
BODY = json.dumps(
    {
        "choices": [{"finish_reason": "stop", "message": {"content": GIVEN.model_dump_json()}}],
        "usage": {"prompt_tokens": 9_000, "completion_tokens": 60},
    }
).encode()


class _AtOnce(BaseHTTPRequestHandler):
    """Answers every request at once, over connections that stay open."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@dataclass(frozen=True)
class Overhead:
    """Seconds per call, and of these the seconds on a core: a pair for each call made."""

    bare: tuple[tuple[float, float], ...]
    asked: tuple[tuple[float, float], ...]
    cached: tuple[tuple[float, float], ...]

    @property
    def added(self) -> tuple[float, float]:
        """What our code adds at the median, by the clock and on a core."""
        wall, core = (
            statistics.median(call[kind] for call in self.asked) - statistics.median(call[kind] for call in self.bare)
            for kind in (0, 1)
        )
        return wall, core


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that answers at once."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _AtOnce) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def measure(calls: int, folder: Path) -> Overhead:
    """Make that many calls each way."""
    with serving() as url, Warehouse.open(folder / "warehouse") as warehouse:
        run = warehouse.begin_run("overhead", {})
        ledger = warehouse.ledger(run, Budget(run_dollars=1e6, paper_dollars=1e6, run_tokens=10**12))
        models = Models(default=Endpoint(base_url=url, model="none", price_in=1.0, price_out=4.0))
        with live_chat(models, ledger, folder / "cache") as chat, httpx2.Client() as client:
            request = {"model": "none", "messages": [{"role": "user", "content": _rendered("x").user}]}
            chat.ask(_question("first"))  # connections and imports
            return Overhead(
                bare=_timed(calls, lambda _: client.post(f"{url}/chat/completions", json=request)),
                asked=_timed(calls, lambda number: chat.ask(_question(f"{number}"))),
                cached=_timed(calls, lambda number: chat.ask(_question(f"{number}"))),
            )


def _timed(calls: int, call: Callable[[int], object]) -> tuple[tuple[float, float], ...]:
    found = []
    for number in range(calls):
        wall, core = time.perf_counter(), time.thread_time()
        call(number)
        found.append((time.perf_counter() - wall, time.thread_time() - core))
    return tuple(found)


def _rendered(name: str, room: int = 10**6) -> Rendered:
    return Rendered("screen_overhead", 1, Role.SCREENER, "Judge the paper.", fenced("paper", f"{name} {PAPER[:room]}"))


def _question(name: str) -> Ask[Judgement]:
    return Ask(Role.SCREENER, Stage.SCREEN, f"paper-{name}", lambda room: _rendered(name, room - 200), Judgement)


def main() -> int:
    """Print the figures; 1 if the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        found = measure(options.calls, Path(folder))
    rows = [_row("the bare request", found.bare), _row("a call", found.asked), _row("from the cache", found.cached)]
    print_table(["milliseconds", "median", "95th percentile", "on a core, median"], rows)
    wall, core = (f"{seconds * 1e3:.1f}" for seconds in found.added)
    print_table(
        ["added per call", "on a core", "aim", "load of the machine"], [[wall, core, f"{AIM * 1e3:.0f}", _load()]]
    )
    return int(found.added[0] > AIM)


def _row(name: str, calls: tuple[tuple[float, float], ...]) -> list[str]:
    walls, cores = zip(*calls, strict=True)
    figures = (statistics.median(walls), statistics.quantiles(walls, n=20)[-1], statistics.median(cores))
    return [name, *(f"{seconds * 1e3:.1f}" for seconds in figures)]


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


if __name__ == "__main__":
    raise SystemExit(main())
