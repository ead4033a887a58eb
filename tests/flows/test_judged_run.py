"""Runs that ask models, through the whole loop: budgets, resuming, recordings, and keys that stay where they are.

A screening stage of the tests asks one question a paper; everything from there to the server is the real thing.
"""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from flows import stages
from flows.execute import Report, execute
from flows.judging import Judging, judging_of
from flows.settings import Settings
from flows.stages import Tools, of_kind
from flows.work import Work
from pipeline.ports import Produced
from schemas.endpoints import Budget, Models
from schemas.errors import UsageError
from schemas.evidence import Evidence, Place
from schemas.outcome import Call, Decision, Stage
from schemas.paper import Paper
from tests.flows.command import ROOT
from tests.models.asking import KEY, question
from tests.models.servers import answer, completion, error, scripted
from warehouse.cost import costs, spent
from warehouse.sql import query
from warehouse.store import Warehouse

PAPERS = [ROOT / "examples" / "rejected" / name for name in ("plos-pbio.1001044.xml", "pclm.0000068.xml")]
LLM = Judging("llm")


def asking_screen(work: Work, tools: Tools) -> Produced:
    """Ask about the title; the answer is the reason."""
    paper = of_kind(work, Paper)[0]
    assert tools.chat is not None
    reply = tools.chat.ask(question(paper.title, paper.paper_id))
    reason = reply.answer.word if reply.answer else reply.declined
    said = {"call": Call.REJECT, "rule": "1.1", "category": "review", "reason": reason, "decider": reply.decider}
    said["evidence"] = (Evidence(quote=paper.title, place=Place(section="title")),)
    return Produced(Decision.model_validate({"paper_id": paper.paper_id, "stage": Stage.SCREEN, **said}))


@pytest.fixture(autouse=True)
def asking(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(stages._STAGES, Stage.SCREEN, asking_screen)
    monkeypatch.setenv("SOME_KEY", KEY)
    yield


def settings(var: Path, url: str, **budget: Any) -> Settings:
    endpoint = {"base_url": url, "model": "large", "price_in": 1000.0, "price_out": 1000.0, "key_variable": "SOME_KEY"}
    models = Models.model_validate({"default": {**endpoint, "max_output_tokens": 64}, "reviewer": {"model": "another"}})
    return Settings(var=var, models=models, budget=Budget.model_validate(budget), workers=1)


def run(chosen: Settings, judging: Judging = LLM, name: str = "r") -> Report:
    return execute(PAPERS, chosen, name, Stage.SCREEN, True, lambda *_: None, judging)


def rows(chosen: Settings, sql: str) -> list[tuple[Any, ...]]:
    with Warehouse.open(chosen.warehouse_root, read_only=True) as warehouse:
        return query(warehouse, sql)[1]


def test_a_run_asks_and_says_who_decided(httpserver: HTTPServer, tmp_path: Path) -> None:
    script = scripted(httpserver, answer(completion()))
    chosen = settings(tmp_path, httpserver.url_for("/v1"))
    assert run(chosen).exit_code == 3
    assert run(chosen, name="again").exit_code == 3
    assert len(script.bodies) == 2  # the second run stands on the first one's units
    assert script.headers[0]["Authorization"] == f"Bearer {KEY}"
    deciders = rows(
        chosen,
        "SELECT reason, decider.by, decider.model, decider.prompt_version FROM all_decisions WHERE stage = 'screen'",
    )
    assert deciders == [("apple", "llm", "large", "3")] * 2
    with Warehouse.open(chosen.warehouse_root, read_only=True) as warehouse:
        assert spent(warehouse, "r").model_dump() == {"calls": 2, "tokens_in": 200, "tokens_out": 20, "dollars": 0.22}
        assert costs(warehouse, "again").lines == ()
        by_paper = costs(warehouse, "r", "paper")
    assert [line.sent for line in by_paper.lines] == [1, 1]
    assert by_paper.total.tokens_cached == 80


def test_another_model_asks_again(httpserver: HTTPServer, tmp_path: Path) -> None:
    script = scripted(httpserver, answer(completion()))
    chosen = settings(tmp_path, httpserver.url_for("/v1"))
    run(chosen)
    other = {**chosen.models.default.model_dump(exclude_unset=True), "model": "larger"}
    run(chosen.model_copy(update={"models": Models.model_validate({"default": other})}), name="other")
    assert [body["model"] for body in script.bodies] == ["large", "large", "larger", "larger"]


def test_a_budget_stops_the_run_and_a_larger_one_goes_on_with_it(httpserver: HTTPServer, tmp_path: Path) -> None:
    script = scripted(httpserver, answer(completion()))
    url = httpserver.url_for("/v1")
    stopped = run(settings(tmp_path, url, run_dollars=0.3))
    assert stopped.exit_code == 5
    messages = [work.error or "" for work in stopped.works]
    assert messages[0] == ""
    assert "the budget run_dollars = 0.3 has no room" in messages[1]
    assert "raise run_dollars" in messages[1]
    assert len(script.bodies) == 1
    assert run(settings(tmp_path, url, run_dollars=0.6)).exit_code == 3
    assert len(script.bodies) == 2


def test_answers_that_were_paid_for_are_free_for_a_run_that_stalled_later(
    httpserver: HTTPServer, tmp_path: Path
) -> None:
    """A stage that stalls after its first answer is run again as a whole: the cache pays for that answer."""
    script = scripted(httpserver, answer(completion()))
    chosen = settings(tmp_path, httpserver.url_for("/v1"))
    run(chosen)
    (chosen.warehouse_root / "manifest.sqlite").unlink()
    assert run(chosen).exit_code == 3
    assert len(script.bodies) == 2
    assert rows(chosen, "SELECT outcome, cost FROM model_calls") == [("cached", 0.0)] * 2


def everything(chosen: Settings) -> list[tuple[Any, ...]]:
    """All decisions and papers, but for the time of the commit."""
    found = []
    for table in ("papers", "decisions"):
        found += rows(chosen, f"SELECT * EXCLUDE (committed_at) FROM all_{table} ORDER BY ALL")
    return found


def test_a_recorded_run_is_repeated_to_the_byte_with_nobody_to_ask(
    httpserver: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(httpserver, answer(completion()), answer(completion(None, refusal="I would rather not.")))
    first = settings(tmp_path / "first", httpserver.url_for("/v1"))
    assert run(first, Judging("llm", record=tmp_path / "tape")).exit_code == 3
    httpserver.clear()
    monkeypatch.delenv("SOME_KEY")
    second = settings(tmp_path / "second", "http://127.0.0.1:9/v1")
    assert run(second, Judging("llm", replay=tmp_path / "tape")).exit_code == 3
    assert everything(second) == everything(first)
    assert len(everything(second)) == 6
    assert rows(second, "SELECT outcome, cost FROM model_calls") == [("replayed", 0.0)] * 2


def test_a_recording_that_lacks_an_answer_stalls_that_paper_alone(httpserver: HTTPServer, tmp_path: Path) -> None:
    scripted(httpserver, answer(completion()))
    run(settings(tmp_path / "first", httpserver.url_for("/v1")), Judging("llm", record=tmp_path / "tape"))
    next((tmp_path / "tape").rglob("*.json")).unlink()
    replayed = run(settings(tmp_path / "second", ""), Judging("llm", replay=tmp_path / "tape"))
    assert replayed.exit_code == 5
    assert sorted("has no answer of large to screen_test" in (work.error or "") for work in replayed.works) == [
        False,
        True,
    ]


def test_the_key_stays_in_the_environment(
    httpserver: HTTPServer,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A server that repeats the key in its answer and in its errors, every log at its loudest, and all that is kept."""
    caplog.set_level(logging.DEBUG)
    echoing = f'{{"ok": true, "word": "{KEY[:12]}", "more": "{KEY}"}}'
    scripted(
        httpserver,
        error(500, f"could not use {KEY}"),
        answer(completion(echoing)),
        answer(completion(None, refusal=f"Not with {KEY}.")),
        error(401, f"Incorrect API key provided: {KEY}"),
    )
    chosen = settings(tmp_path / "var", httpserver.url_for("/v1"))
    report = run(chosen, Judging("llm", record=tmp_path / "tape"))
    assert report.exit_code == 5
    assert "refuses the key (401): Incorrect API key provided: [key]" in (report.works[1].error or "")
    assert rows(chosen, "SELECT outcome, retries FROM model_calls") == [("broken", 1), ("declined", 0), ("failed", 0)]
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any("tape" in path.parts for path in kept)
    assert any("cache" in path.parts for path in kept)
    assert [path for path in kept if KEY.encode() in path.read_bytes()] == []
    out, err = capfd.readouterr()
    logs = "\n".join(
        f"{record.getMessage()} {record.args} {record.exc_text}"
        for record in caplog.records
        if record.name != "werkzeug"
    )
    assert "openai" in {record.name.split(".")[0] for record in caplog.records}
    assert KEY not in out + err + logs + repr(report)


def test_the_reviewer_should_not_be_the_extractor(
    httpserver: HTTPServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    scripted(httpserver, answer(completion()))
    chosen = settings(tmp_path / "a", httpserver.url_for("/v1"))
    run(chosen)
    assert "the reviewer is the extractor's model" not in capfd.readouterr().err
    same = Models(default=chosen.models.default)
    run(chosen.model_copy(update={"models": same, "var": tmp_path / "b"}))
    assert "the reviewer is the extractor's model (large)" in capfd.readouterr().err


def test_a_run_without_its_key_does_not_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOME_KEY")
    chosen = settings(tmp_path, "http://127.0.0.1:9/v1")
    with pytest.raises(UsageError, match="the environment variable SOME_KEY is not set"):
        run(chosen)
    assert not chosen.warehouse_root.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("rules", Path("tape"), None), "need --judge llm"),
        ((None, Path("tape"), Path("schemas")), "exclude each other"),
        ((None, None, Path("no-such-folder")), "there is no recording"),
    ],
)
def test_options_that_do_not_fit(tmp_path: Path, options: tuple[Any, Any, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        judging_of(settings(tmp_path, "http://127.0.0.1:9/v1"), *options)


def test_a_recording_means_models(tmp_path: Path) -> None:
    chosen = settings(tmp_path, "http://127.0.0.1:9/v1")
    assert judging_of(chosen, None, None, None) == Judging("rules")
    assert judging_of(chosen, None, Path("tape"), None) == Judging("llm", record=Path("tape"))
    assert judging_of(chosen.model_copy(update={"judge": "llm"}), None, None, None) == Judging("llm")


def test_the_settings_of_a_run_name_its_models(httpserver: HTTPServer, tmp_path: Path) -> None:
    scripted(httpserver, answer(completion()))
    chosen = settings(tmp_path, httpserver.url_for("/v1"))
    run(chosen)
    ((said,),) = rows(chosen, "SELECT settings FROM runs")
    recorded = json.loads(said)
    assert recorded["setting.judge"] == "llm"
    assert recorded["model.reviewer"].startswith("another (")
