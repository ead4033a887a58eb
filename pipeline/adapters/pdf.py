"""The `Documents` port over pymupdf: files are read in processes of their own, within limits of time and memory."""

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import BoundedSemaphore, Lock
from types import TracebackType
from typing import Any

from pebble import ProcessExpired, ProcessPool

from pipeline.adapters.pdf_worker import FULL, NO_MEMORY, Layout, layout_of, prepare
from pipeline.intake.failures import failure
from schemas.errors import PapergymError, StalledError

_SECONDS = 120.0
_START = 60.0
_MEMORY = 760 << 20
_PAPERS_PER_WORKER = 50
# How a worker ends for want of memory: by its own decision, by abort in C++ code, by the kernel.
_OUT_OF_MEMORY = (NO_MEMORY, -signal.SIGABRT, -signal.SIGKILL)


class PdfDocuments:
    """Reads up to `workers` PDF files at a time, each in a worker that outlives the papers and keeps the layout model.

    A worker that takes more than `seconds` over a file is killed, one that wants more than `memory` bytes of data is
    refused them, and one that crashes loses its paper alone: the next paper gets a new worker, as does every
    fiftieth. Callers beyond `workers` wait for their turn. Safe to call from threads.
    """

    def __init__(
        self,
        seconds: float = _SECONDS,
        memory: int = _MEMORY,
        workers: int = 1,
        work: Callable[[str], Layout] = layout_of,
    ) -> None:
        self._seconds = seconds
        self._memory = memory
        self._workers = workers
        self._work = work
        self._pool: Any = None
        self._turns = BoundedSemaphore(workers)
        self._lock = Lock()

    def layout(self, path: Path) -> dict[str, Any]:
        """See `pipeline.ports.Documents`."""
        with self._turns:
            found = self._layout(path)
        if "category" in found:
            raise failure(found["category"], found["detail"])
        return found

    def _layout(self, path: Path) -> Layout:
        future = self._started().schedule(self._work, args=(str(path),), timeout=self._seconds)
        try:
            error = future.exception(timeout=self._seconds + _START)
        except (FutureTimeoutError, CancelledError) as stuck:  # the worker never took the file: none starts
            self.close()
            raise StalledError("the processes that read PDF files do not run", "free memory, then try again") from stuck
        if isinstance(error, ProcessExpired) and error.exitcode == FULL:
            return self._layout(path)  # by a new worker
        if error is not None:
            raise self._failed(path, error) from error
        found: Layout = future.result()
        return found

    def _failed(self, path: Path, error: BaseException) -> PapergymError:
        """What an error of a worker says of the file it was reading."""
        if isinstance(error, FutureTimeoutError):
            hint = "raise the time limit for reading, or supply the paper as JATS XML"
            return StalledError(f"{path.name} was not read within {self._seconds:g} s", hint)
        if isinstance(error, BrokenProcessPool | ImportError | OSError) and not isinstance(error, ProcessExpired):
            self.close()
            return StalledError("the processes that read PDF files do not run", "free memory, then try again")
        code = error.exitcode if isinstance(error, ProcessExpired) else 0
        if code in _OUT_OF_MEMORY or isinstance(error, MemoryError):
            return failure("too_large", "reading it takes more memory than is allowed")
        if code:
            return failure("damaged", f"reading it ended the reader with code {code}")
        return failure("damaged", " ".join(f"{type(error).__name__}: {error}".split())[:200])

    def close(self) -> None:
        """End the workers. The next paper would start others."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()
            pool.join()

    def __enter__(self) -> "PdfDocuments":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _started(self) -> Any:
        """The pool; `spawn`, because a fork of a process with threads can hang."""
        with self._lock:
            if self._pool is None or not self._pool.active:
                self._pool = ProcessPool(
                    max_workers=self._workers,
                    max_tasks=_PAPERS_PER_WORKER,
                    context=multiprocessing.get_context("spawn"),
                    initializer=prepare,
                    initargs=(self._memory,),
                )
            return self._pool
