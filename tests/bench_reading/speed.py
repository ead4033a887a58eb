"""How fast papers are read, and how much memory a worker takes."""

import contextlib
import io
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event, Thread

from pipeline.adapters.pdf import PdfDocuments
from pipeline.intake import read

WORKERS = 2
_EVERY = 0.1


@dataclass(frozen=True)
class Speed:
    """Papers of one format and the seconds that all of them took."""

    papers: int
    seconds: float

    @property
    def per_minute(self) -> float:
        """Papers per minute."""
        return 60 * self.papers / self.seconds if self.seconds else 0.0


def one_by_one(paths: Sequence[Path], documents: PdfDocuments) -> Speed:
    """Papers read one after the other, in this process and one worker."""
    return Speed(len(paths), _seconds(lambda: [read(path, documents) for path in paths]))


def two_at_a_time(paths: Sequence[Path]) -> Speed:
    """PDF files read by two workers, their start left out."""
    with PdfDocuments(workers=WORKERS) as documents, ThreadPoolExecutor(WORKERS) as threads:
        list(threads.map(lambda path: read(path, documents), [paths[0]] * WORKERS))
        return Speed(len(paths), _seconds(lambda: list(threads.map(lambda path: read(path, documents), paths))))


def beside_the_library(paths: Sequence[Path], documents: PdfDocuments) -> tuple[Speed, Speed]:
    """PDF files read, and passed through `pymupdf4llm.to_json`, in turns; the load of the model left out of both."""
    import pymupdf4llm

    def parse(path: Path) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            pymupdf4llm.to_json(str(path), use_ocr=False)

    def ours(path: Path) -> object:
        return read(path, documents)

    for action in (ours, parse):
        action(paths[0])
    taken = [(_seconds(partial(ours, path)), _seconds(partial(parse, path))) for path in paths]
    return Speed(len(paths), sum(own for own, _ in taken)), Speed(len(paths), sum(other for _, other in taken))


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


class Watched:
    """The most memory that any worker of this process took, in MB, sampled while it lives.

    Not `ru_maxrss` of the children: a child starts with the peak of its parent, which runs the other readers itself.
    """

    def __init__(self) -> None:
        self.peak_mb = 0.0
        self._over = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Watched":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(_EVERY):
            for child in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
                with contextlib.suppress(OSError):
                    peaks = [_peak_of(number) for number in child.read_text().split()]
                    self.peak_mb = max([self.peak_mb, *peaks])


def _peak_of(process: str) -> float:
    """The peak of a worker since it became what it runs; 0 before that, for what is no worker, and once it has ended."""
    if b"multiprocessing" not in Path(f"/proc/{process}/cmdline").read_bytes():
        return 0.0
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)
