"""Work done in a process of its own, so that its time and its memory are its own."""

import json
import multiprocessing
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.flows.command import ROOT

RESULTS = ROOT / "var" / "bench-data"


@dataclass(frozen=True)
class Cost:
    """Seconds of the work itself by the clock and of the processor, the peak of the process in MB, and before it began.

    On a busy machine the processor's seconds are the ones to compare.
    """

    seconds: float
    cpu: float
    peak: float
    before: float
    result: Any


def apart(work: Callable[..., Any], *arguments: Any) -> Cost:
    """Run a function of a module in a fresh process."""
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        return pool.apply(_measured, (work, arguments))


def _measured(work: Callable[..., Any], arguments: Sequence[Any]) -> Cost:
    before, start, busy = _peak(), time.perf_counter(), time.process_time()
    result = work(*arguments)
    return Cost(time.perf_counter() - start, time.process_time() - busy, _peak(), before, result)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def show(title: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """A table of rows with the same keys."""
    names = list(rows[0])
    cells = [[_text(row[name]) for name in names] for row in rows]
    widths = [max(len(name), *(len(row[at]) for row in cells)) for at, name in enumerate(names)]
    print(f"\n{title}")
    for line in (names, *cells):
        print("  " + "  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True)))


def _text(value: Any) -> str:
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def keep(name: str, document: Any) -> Path:
    """Write the numbers as JSON."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(document, indent=2) + "\n")
    return path
