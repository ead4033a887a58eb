"""A data source over the network whose hosts are recorded."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pipeline.adapters.downloads import Caps, Downloads
from pipeline.adapters.facts import FactsFile
from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.network import NetworkSource
from pipeline.adapters.store import FileStore
from tests.hosts.server import FakeHosts, serving


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        """See `pipeline.ports.Clock`."""
        return self.time

    def later(self, **span: float) -> None:
        """Move on."""
        self.time += timedelta(**span)


@pytest.fixture(scope="session")
def server() -> Iterator[FakeHosts]:
    """One server for all tests: stopping one takes half a second."""
    with serving() as made:
        yield made


@pytest.fixture
def hosts(server: FakeHosts) -> FakeHosts:
    """Hosts that know nothing yet."""
    server.forget()
    return server


@pytest.fixture
def clock() -> SetClock:
    """A clock to move."""
    return SetClock()


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    """An empty store."""
    return FileStore(tmp_path / "store")


@pytest.fixture
def source_of(hosts: FakeHosts, clock: SetClock, store: FileStore, tmp_path: Path) -> Callable[..., NetworkSource]:
    """A new source, as in a new process: it shares only the disk with those before it."""

    def make(caps: Caps | None = None, elsewhere: dict[str, str] | None = None, **options: object) -> NetworkSource:
        web = hosts.web(**options)
        downloads = Downloads(web, store, caps or Caps(), sleep=lambda seconds: None)
        return NetworkSource(
            MirrorSource({}), web, FactsFile(tmp_path / "facts"), downloads, clock, elsewhere=elsewhere
        )

    return make
