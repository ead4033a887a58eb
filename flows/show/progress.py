"""Progress of a run: bars on a terminal, a line per paper and stage when piped."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from flows.show.console import is_terminal
from flows.work import Work
from schemas.outcome import Stage

if TYPE_CHECKING:
    from flows.advance import Watcher


@contextmanager
def watching(quiet: bool = False) -> Iterator["Watcher"]:
    """A watcher for `flows.advance.Run`. Progress goes to standard error, so that output can be piped."""
    if quiet:
        yield lambda stage, done, total, work: None
    elif is_terminal():
        yield from _bars()
    else:
        yield _line


def _line(stage: Stage, done: int, total: int, work: Work) -> None:
    call = "stalled" if work.error else work.decision.call.value if work.decision else "?"
    sys.stderr.write(f"{stage} {done}/{total} {work.name}: {call}\n")
    sys.stderr.flush()


def _bars() -> Iterator["Watcher"]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TextColumn("{task.fields[paper]}"), console=Console(stderr=True), transient=True) as bars:
        tasks = {}

        def watch(stage: Stage, done: int, total: int, work: Work) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage.value, paper="")
            bars.update(tasks[stage], completed=done, total=total, paper=work.name)

        yield watch
