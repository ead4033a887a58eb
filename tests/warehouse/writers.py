"""Processes that write: run as children of the tests, from a fork server that has the slow imports done."""

import multiprocessing
import os
from datetime import UTC, datetime, timedelta
from itertools import count
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from tests.warehouse import factory
from warehouse.commit import commit_units
from warehouse.model import Unit
from warehouse.store import Warehouse

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.warehouse.writers", "warehouse.gates.pack", "pyarrow.parquet", "pandas"])


def start(task: Any, *arguments: Any) -> ForkServerProcess:
    """Start a child."""
    child = _CONTEXT.Process(target=task, args=arguments, daemon=True)
    child.start()
    return child


def batch(name: str, number: int) -> list[Unit]:
    """A batch that can be told from its name and number alone: three papers, two stages."""
    papers = [f"{name}-{number}-{place}" for place in range(3)]
    return [make(paper) for paper in papers for make in (factory.intake, factory.extract)]


def commit_for_ever(root: Path, name: str, acknowledged: Path, compacts: bool) -> None:
    """Commit batch after batch by the protocol alone, note each one after it returned, and compact now and then."""
    warehouse = Warehouse.open(root)
    run = warehouse.begin_run("kills", {})
    attempt = warehouse.manifest.attempt(run)
    with acknowledged.open("ab", buffering=0) as notes:
        for number in count():
            keys = commit_units(warehouse.manifest, root, run, attempt, batch(name, number), datetime.now(UTC))
            os.write(notes.fileno(), ("\n".join(keys) + "\n").encode())
            if compacts and number % 3 == 2:
                warehouse.compact(grace=timedelta(0))


def commit_batches(root: Path, run: str, numbers: list[int], notes: Path) -> None:
    """Commit given batches through the gates, and note which units this process wrote."""
    with Warehouse.open(root) as warehouse, notes.open("w", encoding="utf-8") as file:
        warehouse.begin_run(run, {})
        for number in numbers:
            report = warehouse.commit(run, batch("shared", number))
            assert not report.quarantined
            file.writelines(f"{key}\n" for key in report.committed)
