"""The stage on the two example papers, once per session, and folders made for one test."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.store import FileStore
from pipeline.ports import Produced
from pipeline.verify import verify
from schemas.curation import Curation
from schemas.task import Task
from tests.verify.records import EXAMPLES, LMSUCCSITE, URL, crabnet, link, paper, task


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> FileStore:
    return FileStore(tmp_path_factory.mktemp("store"))


Verify = Callable[..., Produced]


@pytest.fixture(scope="session")
def verified(store: FileStore) -> Verify:
    """The stage on a folder that the link of the paper is mapped to."""

    def run(folder: Path, the_task: Task, curation: Curation | None = None) -> Produced:
        return verify(paper(), the_task, [link()], MirrorSource({URL: folder}), store, curation)

    return run


@pytest.fixture(scope="session")
def lmsuccsite(verified: Verify) -> Produced:
    return verified(EXAMPLES / "lmsuccsite" / "data", task(LMSUCCSITE, algorithm="LMSuccSite"))


@pytest.fixture(scope="session")
def crabnet_produced(verified: Verify) -> Produced:
    return verified(EXAMPLES / "crabnet" / "data", crabnet())


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Makes a folder with the given files in it."""

    def make(files: Mapping[str, str | bytes]) -> Path:
        root = tmp_path / "data"
        root.mkdir(exist_ok=True)
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return root

    return make
