"""The evaluator reads its folders from the environment; a test gets its own."""

import pytest


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test sets is undone after it."""
    monkeypatch.setenv("OUTPUT_DIR", "")
    monkeypatch.setenv("SCORE_DIR", "")
