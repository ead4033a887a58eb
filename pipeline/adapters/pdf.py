"""The `Documents` port over pymupdf: each file is read in a process of its own, within limits of time and memory."""

import multiprocessing
from concurrent.futures import TimeoutError as FutureTimeoutError
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any

from pebble import ProcessExpired, ProcessPool

from pipeline.adapters.pdf_worker import layout_of, prepare
from pipeline.intake.failures import failure
from schemas.errors import StalledError

_SECONDS = 120.0
_START = 60.0
_MEMORY = 6 << 30


class PdfDocuments:
    """Reads PDF files in one worker that outlives the papers, so that the layout model is loaded once.

    A worker that hangs is killed after `seconds`, also one that does not start within a further minute; one that
    outgrows `memory` bytes of address space fails. The next paper gets a new worker. Threads wait for their turn.
    """

    def __init__(self, seconds: float = _SECONDS, memory: int = _MEMORY) -> None:
        self._seconds = seconds
        self._memory = memory
        self._pool: Any = None
        self._turn = Lock()

    def layout(self, path: Path) -> dict[str, Any]:
        """See `pipeline.ports.Documents`."""
        with self._turn:
            return self._layout(path)

    def _layout(self, path: Path) -> dict[str, Any]:
        future = self._started().schedule(layout_of, args=(str(path),), timeout=self._seconds)
        try:
            found: dict[str, Any] = future.result(timeout=self._seconds + _START)
        except FutureTimeoutError as error:
            self._drop()
            hint = "raise the time limit for reading, or supply the paper as JATS XML"
            raise StalledError(f"{path.name} was not read within {self._seconds:.0f} s", hint) from error
        except MemoryError as error:
            raise failure("too_large", "reading it takes more memory than is allowed") from error
        except ProcessExpired as error:
            raise failure("damaged", f"reading it ended the reader with code {error.exitcode}") from error
        if "category" in found:
            raise failure(found["category"], found["detail"])
        return found

    def close(self) -> None:
        """End the worker. The next paper would start another."""
        self._drop()

    def _drop(self) -> None:
        """Stop the pool: also one whose workers die before they take a task, which pebble would replace for ever."""
        if self._pool is not None:
            self._pool.stop()
            self._pool.join()
            self._pool = None

    def __enter__(self) -> "PdfDocuments":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _started(self) -> Any:
        """The pool; `spawn`, because a fork of a process with threads can hang."""
        if self._pool is None or not self._pool.active:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPool(max_workers=1, context=context, initializer=prepare, initargs=(self._memory,))
        return self._pool
