"""Endpoints and budgets as people write them: in papergym.toml, and in the environment over it."""

from pathlib import Path

import pytest

from flows.settings import Settings, load_settings
from schemas.endpoints import Endpoint, Models
from schemas.errors import UsageError
from schemas.judging import Role
from tests.flows.command import ROOT


def loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, **environment: str) -> Settings:
    file = tmp_path / "papergym.toml"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setenv("PAPERGYM_CONFIG", str(file))
    for name, value in environment.items():
        monkeypatch.setenv(f"PAPERGYM_{name}", value)
    return load_settings()


TWO = """
[models.default]
base_url = "http://one/v1/"
model = "small"
price_in = 1.0
[models.reviewer]
model = "large"
[budget]
run_dollars = 2
"""


def test_a_role_takes_from_the_default_what_it_does_not_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    models = loaded(monkeypatch, tmp_path, TWO).models
    assert models.of(Role.SCREENER) == Endpoint(base_url="http://one/v1", model="small", price_in=1)
    assert models.of(Role.REVIEWER) == Endpoint(base_url="http://one/v1", model="large", price_in=1)


def test_the_environment_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said = {
        "MODELS__SCREENER__MODEL": "tiny",
        "MODELS__DEFAULT__PRICE_IN": "3",
        "BUDGET__RUN_TOKENS": "1000",
        "JUDGE": "llm",
    }
    settings = loaded(monkeypatch, tmp_path, TWO, **said)
    assert settings.models.of(Role.SCREENER) == Endpoint(base_url="http://one/v1", model="tiny", price_in=3)
    assert (settings.budget.run_dollars, settings.budget.run_tokens, settings.judge) == (2, 1000, "llm")


def test_the_example_in_papergym_toml_can_be_uncommented(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = (ROOT / "papergym.toml").read_text(encoding="utf-8").splitlines()
    plain = [line.removeprefix("# ") for line in lines if line.removeprefix("# ")[:1] == "[" or " = " in line]
    settings = loaded(monkeypatch, tmp_path, "\n".join(plain))
    assert settings.judge == "llm"
    assert settings.models.of(Role.JUDGE).key_variable == "MY_ENDPOINT_KEY"
    assert settings.models.warning == ""
    assert all(value is not None for value in settings.budget.model_dump().values())


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[models.screnner]\nmodel = 'x'", "models.screnner"),
        ("[models.default]\nmodle = 'x'", "models.default.modle"),
        ("[models.default]\napi_key = 'x'", "models.default.api_key"),
        ("[models.default]\ntries = 0", "models.default.tries"),
        ("[budget]\nrun_dollars = -1", "budget.run_dollars"),
        ("judge = 'coin'", "judge"),
    ],
)
def test_a_setting_that_cannot_be_right_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, field: str
) -> None:
    with pytest.raises(UsageError, match=f"bad setting '{field}'"):
        loaded(monkeypatch, tmp_path, text)


def test_what_is_missing_is_named() -> None:
    models = Models(default=Endpoint(model="small"))
    with pytest.raises(UsageError, match="no base_url is set for the judge") as error:
        models.endpoint(Role.JUDGE)
    assert "PAPERGYM_MODELS__JUDGE__BASE_URL" in error.value.hint
    assert models.endpoint(Role.JUDGE, replaying=True).model == "small"


def test_the_cost_of_a_call() -> None:
    endpoint = Endpoint(price_in=2, price_cached=0.5, price_out=8)
    assert endpoint.cost(1_000_000, 0) == 2
    assert endpoint.cost(1_000_000, 500_000, 400_000) == pytest.approx(0.6 * 2 + 0.4 * 0.5 + 0.5 * 8)
    assert Endpoint(price_in=2).cost(1_000_000, 0, 1_000_000) == 2
