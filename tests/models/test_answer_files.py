"""Answers are kept by what was asked: paid for once, replayed without asking, and never half written."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from pipeline.adapters.chat.answer_files import AnswerFiles
from pipeline.adapters.chat.asked import Answered
from pipeline.adapters.chat.fitted import first_asked
from pipeline.adapters.chat.model_chat import ModelChat
from pipeline.adapters.chat.recorded import recorded, replayed
from schemas.endpoints import Endpoint, Models
from schemas.errors import StalledError
from schemas.judging import Role
from tests.models.asking import ListLedger, Word, question, rig
from tests.models.servers import answer, completion, error, scripted


def test_a_question_is_paid_for_once(httpserver: HTTPServer, tmp_path: Path) -> None:
    script = scripted(httpserver, answer(completion()))
    with rig(httpserver.url_for("/v1"), tmp_path, price_in=1.0) as it:
        first, second = it.ask(), it.ask()
    with rig(httpserver.url_for("/v1"), tmp_path, price_in=9.0) as later:
        third = later.ask()
    assert first == second == third == Word(ok=True, word="apple")
    assert len(script.bodies) == 1
    assert it.ledger.outcomes == ["answered", "cached"]
    assert (later.ledger.outcomes, later.ledger.rows[0].cost, later.ledger.rows[0].tokens_in) == (["cached"], 0, 0)


@pytest.mark.parametrize(
    "settings",
    [
        {"model": "other"},
        {"temperature": 0.5},
        {"seed": 7},
        {"max_output_tokens": 65},
        {"extra": {"reasoning_effort": "high"}},
    ],
)
def test_another_model_or_setting_is_another_question(
    httpserver: HTTPServer, tmp_path: Path, settings: dict[str, object]
) -> None:
    script = scripted(httpserver, answer(completion()))
    with rig(httpserver.url_for("/v1"), tmp_path) as it, rig(httpserver.url_for("/v1"), tmp_path, **settings) as other:
        it.ask()
        other.ask()
        it.ask("Another text.")
    assert len(script.bodies) == 3


@pytest.mark.parametrize("settings", [{"price_in": 3.0}, {"timeout_seconds": 9}, {"tries": 1}, {"requests_at_once": 9}])
def test_prices_and_pace_make_no_other_question(
    httpserver: HTTPServer, tmp_path: Path, settings: dict[str, object]
) -> None:
    script = scripted(httpserver, answer(completion()))
    with rig(httpserver.url_for("/v1"), tmp_path) as it, rig(httpserver.url_for("/v1"), tmp_path, **settings) as other:
        it.ask()
        other.ask()
    assert len(script.bodies) == 1


def test_a_broken_answer_is_not_kept(httpserver: HTTPServer, tmp_path: Path) -> None:
    scripted(httpserver, *[answer(completion("no JSON"))] * 2, answer(completion()))
    with rig(httpserver.url_for("/v1"), tmp_path) as it:
        assert it.chat.ask(question()).declined
        assert it.ask() == Word(ok=True, word="apple")


@pytest.mark.parametrize("damage", ["", "{", '{"key": 1}', "[]"])
def test_a_damaged_file_is_asked_anew(httpserver: HTTPServer, tmp_path: Path, damage: str) -> None:
    script = scripted(httpserver, answer(completion()))
    with rig(httpserver.url_for("/v1"), tmp_path) as it:
        it.ask()
        (file,) = tmp_path.rglob("*.json")
        file.write_text(damage)
        assert it.ask() == Word(ok=True, word="apple")
        assert it.ask() == Word(ok=True, word="apple")
    assert len(script.bodies) == 2


def test_a_full_disk_says_so(httpserver: HTTPServer, tmp_path: Path) -> None:
    scripted(httpserver, answer(completion()))
    (tmp_path / "cache").write_text("a file where the folder should be")
    with rig(httpserver.url_for("/v1"), tmp_path / "cache") as it, pytest.raises(StalledError, match="answers in"):
        it.ask()


def test_many_threads_keep_one_whole_file(tmp_path: Path) -> None:
    asked = first_asked(question(), Endpoint(model="smol"))
    files = AnswerFiles(tmp_path)
    given = Answered('{"ok":true,"word":"apple"}')
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda _: files.put(asked, given) or files.get(asked) == given, range(64)))
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [f"{asked.key}.json"]


def test_a_file_holds_no_text_of_the_paper(tmp_path: Path) -> None:
    asked = first_asked(question("The unpublished text of a paper."), Endpoint(model="smol"))
    AnswerFiles(tmp_path).put(asked, Answered('{"ok":true,"word":"apple"}'))
    content = AnswerFiles(tmp_path).path(asked).read_text()
    assert "unpublished" not in content
    assert json.loads(content)["prompt_id"] == "screen_test"


def replaying(folder: Path, ledger: ListLedger) -> ModelChat:
    models = Models(default=Endpoint(model="smol", max_output_tokens=64))
    return ModelChat(models, replayed(AnswerFiles(folder), ledger), replaying=True)


def test_a_recording_answers_without_an_endpoint(httpserver: HTTPServer, tmp_path: Path) -> None:
    """Also what went wrong on the way is behind it: an overflow, a broken answer, a refusal."""
    scripted(
        httpserver,
        error(400, "prompt is too long: 900 tokens > 800 maximum"),
        answer(completion("no JSON")),
        answer(completion()),
        answer(completion(None, refusal="No.")),
    )
    with rig(httpserver.url_for("/v1")) as it:
        recording = ModelChat(it.chat._models, recorded(it.chat._asking, AnswerFiles(tmp_path)))
        replies = [recording.ask(question("long " * 900)), recording.ask(question())]
    httpserver.clear()
    ledger = ListLedger()
    chat = replaying(tmp_path, ledger)
    assert [chat.ask(question("long " * 900)), chat.ask(question())] == replies
    assert ledger.outcomes == ["replayed", "replayed"]
    assert replies[1].declined == "No."


def test_a_question_that_was_not_recorded_stalls(tmp_path: Path) -> None:
    with pytest.raises(StalledError, match="no answer of smol to screen_test version 3") as fault:
        replaying(tmp_path, ListLedger()).ask(question())
    assert "record it again" in fault.value.hint


def test_a_signature_changes_with_what_changes_answers() -> None:
    plain = Models(default=Endpoint(model="a"))

    def signed(models: Models) -> str:
        return ModelChat(models, lambda _: Answered("")).signature(Role.REVIEWER, Role.JUDGE)

    assert signed(plain) == signed(Models(default=Endpoint(model="a", base_url="http://other/v1", price_in=1)))
    assert signed(plain) == signed(Models(default=Endpoint(model="a"), screener=Endpoint(model="b")))
    assert signed(plain) != signed(Models(default=Endpoint(model="a"), reviewer=Endpoint(model="b")))
    assert signed(plain) != signed(Models(default=Endpoint(model="a", temperature=1)))
