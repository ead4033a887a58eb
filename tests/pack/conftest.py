"""One small pack, built and verified once, and copies of it to break."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.adapters.store import FileStore
from pipeline.pack import build
from pipeline.pack.checks import all_checks
from pipeline.pack.checks.check import Finding, PackFaultError, judged
from pipeline.pack.checks.view import PackView
from pipeline.ports import Produced
from tests.pack.cases import Case, small


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pack")


@pytest.fixture(scope="session")
def store(home: Path) -> FileStore:
    return FileStore(home / "store")


@pytest.fixture(scope="session")
def case(home: Path, store: FileStore) -> Case:
    return small(store, home / "source")


@pytest.fixture(scope="session")
def produced(case: Case, store: FileStore, home: Path) -> Produced:
    return build(case.paper, case.task, case.recipes, case.files, store, home / "packs")


@pytest.fixture(scope="session")
def clean(produced: Produced, home: Path) -> Path:
    (pack,) = (home / "packs").glob("prediction_*")
    return pack


@pytest.fixture
def pack(clean: Path, tmp_path: Path) -> Path:
    """A copy to break. Times are kept, as a copy with `cp -a` would keep them."""
    return Path(shutil.copytree(clean, tmp_path / clean.name))


@pytest.fixture
def check() -> Callable[[Path, str], Finding]:
    """One check on one folder; a fault of a file is the failure it is reported as."""

    def run(folder: Path, check_id: str) -> Finding:
        (found,) = (check for check in all_checks() if check.check_id == check_id)
        with PackView(folder) as view:
            try:
                return found.run(view)
            except PackFaultError as fault:
                return judged([fault.message], "")

    return run
