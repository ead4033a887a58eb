"""A runner without Prefect, for debugging and as the fallback: the same loop on a thread pool."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from flows.advance import Answered
from flows.stages import Tools, run_stage
from flows.work import Work
from schemas.outcome import Stage


class PlainRunner:
    """Runs a stage for many papers on `workers` threads and gives the answers as they come."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def __call__(self, stage: Stage, works: Sequence[Work], tools: Tools) -> Iterator[Answered]:
        """Answers or exceptions, one per paper."""
        with ThreadPoolExecutor(self._workers) as pool:
            futures = {pool.submit(run_stage, work, stage, tools): work for work in works}
            for future in as_completed(futures):
                yield futures[future], future.exception() or future.result()
