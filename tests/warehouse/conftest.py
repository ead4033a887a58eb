"""Warehouses for tests: an empty one, and one with a packed, a rejected, a waiting and a stalled paper."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from schemas.outcome import Stage
from tests.warehouse import factory
from warehouse.store import Warehouse


class Ticking:
    """A clock that moves on by a second each time it is asked."""

    def __init__(self) -> None:
        self.time = datetime(2026, 5, 3, 10, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


@pytest.fixture
def warehouse(tmp_path: Path) -> Iterator[Warehouse]:
    """An empty warehouse."""
    with Warehouse.open(tmp_path / "warehouse", now=Ticking()) as opened:
        yield opened


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """A warehouse after two runs, for tests that only read.

    `first` packed s41598-022-21366-2, rejected db-2021, left crabnet waiting, and stalled on folder/broken.pdf.
    `second` came by the packed paper again and reused all of it.
    """
    root = tmp_path_factory.mktemp("full") / "warehouse"
    with Warehouse.open(root, now=Ticking()) as made:
        run = made.begin_run("first", {"until": "pack"})
        packed, rejected, waiting = factory.whole("s41598-022-21366-2"), "db-2021", "crabnet"
        others = [make(paper) for paper in (rejected, waiting) for make in (factory.intake,)]
        made.commit(run, [*packed, *others, factory.rejection(rejected), factory.waiting(waiting)])
        made.source(run, packed[0].paper_id, "lmsuccsite/paper.pdf", factory.digest("pdf"), "lmsuccsite/paper.xml")
        made.source(run, packed[0].paper_id, "lmsuccsite/paper.xml", factory.digest(packed[0].paper_id))
        made.source(run, rejected, "other/database.pdf", factory.digest(rejected))
        made.source(run, waiting, "crabnet/paper.pdf", factory.digest(waiting))
        made.stall(run, "folder/broken.pdf", Stage.INTAKE, "the reader ran out of time", "180 s")
        again = made.begin_run("second", {"until": "pack"})
        made.source(again, packed[0].paper_id, "lmsuccsite/paper.xml", factory.digest(packed[0].paper_id))
        for unit in packed:
            made.reuse(again, unit.unit_key, unit.stage, unit.paper_id)
        yield made
