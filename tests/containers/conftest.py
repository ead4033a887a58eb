"""Container tests run for real where an engine and a base image are (see base_image.sh); elsewhere they are skipped."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.settings import ContainerSettings
from flows.wiring import open_sandbox
from pipeline.adapters.store import FileStore
from pipeline.containers import Containers, Image, Sandbox
from pipeline.pack import layout
from pipeline.pack.image import build_image
from pipeline.pack.output import scorable
from pipeline.pack.plan import make_plan
from pipeline.pack.write import write_pack
from tests.pack.cases import Case, small

BASE = os.environ.get("PAPERGYM_CONTAINERS__BASE_IMAGE", "")
ENGINE = os.environ.get("PAPERGYM_TESTS_ENGINE", "podman")
"""All of them run with docker, too, where this says so; test_docker.py is the short part that CI runs."""
WHY_NOT = "no container engine and base image here: source tests/containers/base_image.sh first"


def settings(**changes: object) -> ContainerSettings:
    """Settings of the tests: the engine of this machine must work."""
    return ContainerSettings.model_validate({"engine": ENGINE, "base_image": BASE, "seconds": 120, **changes})


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """The engine with the base image of the tests."""
    if not BASE or shutil.which(ENGINE) is None:
        pytest.skip(WHY_NOT)
    return open_sandbox(settings())


@pytest.fixture(scope="session")
def containers(sandbox: Sandbox) -> Containers:
    assert sandbox.containers
    return sandbox.containers


def write(case: Case, store: FileStore, root: Path) -> Path:
    """The pack of a case, written and not verified."""
    plan, unscored = scorable(make_plan(case.paper, case.task, case.recipes, case.files, store, None))
    pack = root / plan.pack_id
    pack.mkdir(parents=True)
    write_pack(plan, pack, store, unscored)
    return pack


@pytest.fixture(scope="session")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small pack."""
    home = tmp_path_factory.mktemp("containers")
    store = FileStore(home / "store")
    return write(small(store, home / "source"), store, home / "packs")


@pytest.fixture
def pack(clean: Path, tmp_path: Path) -> Path:
    """A copy of it to break."""
    return Path(shutil.copytree(clean, tmp_path / clean.name))


@pytest.fixture(scope="session")
def image(containers: Containers, clean: Path) -> Image:
    """The image of its environment, which all packs share."""
    built = build_image(containers, clean)
    assert isinstance(built, Image)
    return built


@pytest.fixture(autouse=True, scope="session")
def nothing_is_left() -> Iterator[None]:
    """No container and no volume outlives the tests of this process."""
    yield
    if BASE and shutil.which(ENGINE):
        from pipeline.adapters.engine import Engine

        engine = open_sandbox(settings()).containers
        assert isinstance(engine, Engine)
        assert engine.owned_names() == []


def truth_of(pack: Path) -> Path:
    """The answers of the one instance of the small pack."""
    return pack / layout.GROUND_TRUTH / "enzyme_screen" / layout.TRUTH
