"""The commands about models, against a real server and broken ones."""

import json
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from schemas.endpoints import Budget
from schemas.judging import CallOutcome, ModelCall, Role
from schemas.outcome import Stage
from tests.flows.command import Shell
from tests.models.asking import KEY
from tests.models.local_server import LocalServer
from tests.models.servers import answer, completion, error, scripted
from warehouse.store import Warehouse


def shell(tmp_path: Path, url: str, **settings: str) -> Shell:
    chosen = {"BASE_URL": url, "MODEL": "smol", "TIMEOUT_SECONDS": "30", "MAX_OUTPUT_TOKENS": "100", **settings}
    extra = {f"PAPERGYM_MODELS__DEFAULT__{name}": value for name, value in chosen.items()}
    return Shell(tmp_path / "var", (*tuple(extra.items()), ("SOME_KEY", KEY)))


def doctor(shell: Shell) -> tuple[int, list[dict[str, str]]]:
    done = shell.run("doctor", "--json")
    assert "Traceback" not in done.stderr
    assert KEY not in done.stdout + done.stderr
    found: list[dict[str, str]] = json.loads(done.stdout)
    return done.returncode, [line for line in found if line["what"].startswith(("model", "budget"))]


def test_the_doctor_asks_a_working_endpoint_once(local_server: LocalServer, tmp_path: Path) -> None:
    code, (asked, warned) = doctor(shell(tmp_path, local_server.url))
    assert code == 0
    assert (asked["what"], asked["status"]) == ("model of screener, extractor, reviewer, judge, writer", "pass")
    assert f"smol at {local_server.url}" in asked["detail"]
    assert (warned["status"], "the reviewer is the extractor's model" in warned["detail"]) == ("warn", True)


ILL: dict[str, tuple[Any, dict[str, str], str]] = {
    "a refused key": (
        error(401, f"Incorrect API key provided: {KEY}"),
        {"KEY_VARIABLE": "SOME_KEY"},
        "set SOME_KEY to a valid key",
    ),
    "a key that is not set": (answer(completion()), {"KEY_VARIABLE": "NO_SUCH_KEY"}, "variable NO_SUCH_KEY is not set"),
    "an unknown model": (error(404, "no such model"), {}, "has no model 'smol'"),
    "a web page": (answer("<html>Welcome</html>"), {}, "no chat completion but"),
    "another form": (answer(completion("I am ready.")), {}, "set show_schema = true"),
}


@pytest.mark.parametrize("name", ILL)
def test_the_doctor_says_what_is_wrong_with_an_endpoint(httpserver: HTTPServer, tmp_path: Path, name: str) -> None:
    response, settings, said = ILL[name]
    scripted(httpserver, response)
    code, lines = doctor(shell(tmp_path, httpserver.url_for("/v1"), **settings))
    assert code == 5
    assert lines[0]["status"] == "fail"
    assert said in lines[0]["detail"]


def test_the_doctor_names_what_is_not_set(tmp_path: Path) -> None:
    code, lines = doctor(shell(tmp_path, ""))
    assert code == 5
    assert "no base_url is set for the screener" in lines[0]["detail"]
    code, lines = doctor(Shell(tmp_path / "var"))
    assert (code, lines[0]["status"]) == (0, "skipped")


def call(role: Role, stage: Stage, paper_id: str, cost: float, outcome: str = "answered") -> ModelCall:
    tokens = {"tokens_in": 1_000, "tokens_out": 50, "tokens_cached": 400}
    named = {"model": f"model-{role}", "endpoint": "http://localhost/v1", "prompt_id": "p", "prompt_version": 1}
    said = {"role": role, "stage": stage, "paper_id": paper_id, "cost": cost, "outcome": CallOutcome(outcome)}
    return ModelCall.model_validate({"prompt_digest": "0", "seconds": 2.0, **tokens, **named, **said})


@pytest.fixture(scope="module")
def spent(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A warehouse with a run that asked models, and one that did not."""
    var = tmp_path_factory.mktemp("spent") / "var"
    with Warehouse.open(var / "warehouse") as warehouse:
        warehouse.begin_run("quiet", {})
        warehouse.begin_run("asked", {})
        ledger = warehouse.ledger("asked", Budget())
        ledger.note(call(Role.EXTRACTOR, Stage.EXTRACT, "a", 0.5))
        ledger.note(call(Role.SCREENER, Stage.SCREEN, "a", 0.25, "broken"))
        ledger.note(call(Role.SCREENER, Stage.SCREEN, "b", 0.125, "reserved"))
        ledger.note(call(Role.SCREENER, Stage.SCREEN, "b", 0.0, "cached"))
    return Shell(var)


def test_cost_is_plain_when_piped_and_has_a_total(spent: Shell) -> None:
    lines = [line.split("\t") for line in spent.run("cost").stdout.splitlines()]
    assert lines[0] == [
        "stage",
        "sent",
        "free",
        "broken",
        "failed",
        "open",
        "retries",
        "tokens in",
        "cached",
        "tokens out",
        "dollars",
        "s",
    ]
    assert lines[1][:6] == ["screen", "2", "1", "1", "0", "1"]
    assert lines[2][:2] + lines[2][-2:] == ["extract", "1", "0.500000", "2.0"]
    assert lines[3][:2] + lines[3][-2:] == ["total", "3", "0.875000", "8.0"]


@pytest.mark.parametrize(
    ("by", "names"),
    [("role", ["extractor", "screener"]), ("model", ["model-extractor", "model-screener"]), ("paper", ["a", "b"])],
)
def test_cost_by_what_is_asked(spent: Shell, by: str, names: list[str]) -> None:
    found = spent.json("cost", "--run", "asked", "--by", by)
    assert [line["name"] for line in found["lines"]] == names
    assert found["total"]["dollars"] == 0.875


def test_cost_of_a_run_that_asked_nobody(spent: Shell) -> None:
    assert spent.run("cost", "--run", "quiet").stdout == "run quiet asked no model\n"
    assert spent.run("cost", "--run", "none").returncode == 2


def test_calls_can_be_asked_for_in_sql(spent: Shell) -> None:
    assert spent.sql("select sum(cost) as dollars from model_calls where run = 'asked'") == [{"dollars": 0.875}]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"KEY_VARIABLE": "sk-live-0123456789abcdef"}, "bad setting 'models.default.key_variable'"),
        ({"BASE_URL": "http://user:secret@host/v1"}, "it must hold no user, password or query"),
        ({"BASE_URL": "localhost:8080"}, "it must start with http:// or https://"),
        ({"KEY": "sk-live-0123456789abcdef"}, "bad setting 'models.default.key'"),
        ({"PRICE_IN": "-1"}, "bad setting 'models.default.price_in'"),
    ],
)
def test_settings_that_cannot_be_right(tmp_path: Path, settings: dict[str, str], message: str) -> None:
    done = shell(tmp_path, "http://127.0.0.1:9/v1", **settings).run("doctor")
    assert done.returncode == 2
    assert message in done.stderr
    assert "0123456789abcdef" not in done.stdout + done.stderr
