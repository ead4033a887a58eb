"""Answers that are no good: asked for again once, told apart from refusals, and never lost to the ledger."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_httpserver import HTTPServer

from pipeline.adapters.chat.completion import Completion, parse, read_as, unwrapped
from schemas.errors import StalledError
from tests.models.asking import Word, question, rig
from tests.models.servers import GOOD, answer, completion, error, scripted

BROKEN = {
    "half a JSON": ('{"ok": true, "word": "ap', "Invalid JSON"),
    "no JSON": ("I would say apple.", "Invalid JSON"),
    "a missing field": ('{"ok": true}', "word: Field required"),
    "a field too many": ('{"ok": true, "word": "apple", "score": 9}', "score: Extra inputs"),
    "a wrong type": ('{"ok": "perhaps", "word": "apple"}', "ok: Input should be a valid boolean"),
    "a text too long": ('{"ok": true, "word": "pomegranate juice"}', "word: String should have at most 12"),
    "an empty text": ("", "the answer is empty"),
    "blanks": (" \n", "the answer is empty"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_answer_is_asked_for_once_more_with_what_is_wrong(httpserver: HTTPServer, name: str) -> None:
    text, problem = BROKEN[name]
    script = scripted(httpserver, answer(completion(text)), answer(completion()))
    with rig(httpserver.url_for("/v1")) as it:
        assert it.ask() == Word(ok=True, word="apple")
    assert it.ledger.outcomes == ["broken", "answered"]
    assert problem in it.ledger.rows[0].detail
    assert (it.ledger.rows[0].tokens_in, it.ledger.rows[0].tokens_out) == (100, 10)  # a broken answer is paid for
    again = script.bodies[1]["messages"][-1]["content"]
    assert problem in again
    assert '"maxLength":12' in again


def test_a_second_broken_answer_is_a_reply_without_an_answer(httpserver: HTTPServer) -> None:
    script = scripted(httpserver, answer(completion('{"ok": true}')))
    with rig(httpserver.url_for("/v1")) as it:
        reply = it.chat.ask(question())
    assert reply.answer is None
    assert reply.declined == "no usable answer: word: Field required"
    assert len(script.bodies) == 2
    assert it.ledger.outcomes == ["broken", "broken"]


@pytest.mark.parametrize(
    "body",
    [
        completion(None, refusal="I cannot help with that."),
        completion("", finish="content_filter"),
        completion(None, finish="content_filter"),
    ],
)
def test_a_refusal_is_a_reply_without_an_answer(httpserver: HTTPServer, body: dict[str, Any]) -> None:
    script = scripted(httpserver, answer(body))
    with rig(httpserver.url_for("/v1")) as it:
        reply = it.chat.ask(question())
    assert reply.answer is None
    assert reply.declined
    assert reply.decider.prompt_version == "3"
    assert it.ledger.outcomes == ["declined"]
    assert len(script.bodies) == 1


def test_a_prompt_that_a_filter_stops_is_a_refusal(httpserver: HTTPServer) -> None:
    """As Azure answers: 400 with code `content_filter`."""
    said = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."
    scripted(httpserver, error(400, said, code="content_filter"))
    with rig(httpserver.url_for("/v1"), price_in=1.0) as it:
        assert "content management policy" in it.chat.ask(question()).declined
    assert (it.ledger.outcomes, it.ledger.rows[0].cost) == (["declined"], 0)


@pytest.mark.parametrize("choices", [[], [{}]])
def test_no_choice_stalls(httpserver: HTTPServer, choices: list[Any]) -> None:
    scripted(httpserver, answer({**completion(), "choices": choices}))
    with rig(httpserver.url_for("/v1")) as it, pytest.raises(StalledError, match="no usable answer"):
        it.ask()
    assert it.ledger.outcomes == ["broken", "broken"]


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```\n",
        f"<think>An apple? {{maybe}}</think>\n\n{GOOD}",
        f"\n  {GOOD}  \n",
    ],
)
def test_what_models_put_around_an_answer_is_taken_off(httpserver: HTTPServer, text: str) -> None:
    scripted(httpserver, answer(completion(text)))
    with rig(httpserver.url_for("/v1")) as it:
        assert it.ask() == Word(ok=True, word="apple")
    assert it.ledger.outcomes == ["answered"]


def test_a_whole_answer_counts_even_if_its_end_is_not_declared(httpserver: HTTPServer) -> None:
    """A stream that a gateway cut into a body ends with no finish_reason; half an answer is found broken by its form."""
    scripted(httpserver, answer(completion(GOOD[:-3], finish=None)), answer(completion(GOOD, finish=None)))
    with rig(httpserver.url_for("/v1")) as it:
        assert it.ask() == Word(ok=True, word="apple")
    assert it.ledger.outcomes == ["broken", "answered"]


def test_tokens_that_the_server_does_not_count_are_estimated_and_said_so(httpserver: HTTPServer) -> None:
    body = completion()
    del body["usage"]
    scripted(httpserver, answer(body))
    with rig(httpserver.url_for("/v1"), price_in=1.0) as it:
        it.ask()
    (row,) = it.ledger.rows
    assert row.tokens_in > 20
    assert row.cost > 0
    assert "tokens estimated" in row.detail


def test_an_answer_cut_off_by_the_end_of_the_context_is_asked_with_less_text(httpserver: HTTPServer) -> None:
    cut = {**completion(GOOD[:9], finish="length"), "usage": {"prompt_tokens": 490, "completion_tokens": 22}}
    script = scripted(httpserver, answer(cut), answer(completion()))
    with rig(httpserver.url_for("/v1")) as it:
        assert it.ask("text " * 400) == Word(ok=True, word="apple")
    first, second = (body["messages"][-1]["content"] for body in script.bodies)
    assert len(second) < len(first) * 0.95
    assert it.ledger.outcomes == ["broken", "answered"]


def test_what_is_sent(httpserver: HTTPServer) -> None:
    script = scripted(httpserver, answer(completion()))
    with rig(
        httpserver.url_for("/v1"),
        limit_parameter="max_completion_tokens",
        leave_out=["temperature"],
        extra={"reasoning_effort": "low"},
        show_schema=True,
    ) as it:
        it.ask("A text.")
    (body,) = script.bodies
    assert (body["max_completion_tokens"], body["seed"], body["reasoning_effort"]) == (64, 0, "low")
    assert not {"temperature", "max_tokens", "tools"} & set(body)
    assert not body.get("stream")
    form = body["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"]["properties"]["word"]["maxLength"] == 12
    system, user = body["messages"]
    assert '"maxLength":12' in system["content"]
    assert user == {"role": "user", "content": "A text."}


@given(st.text() | st.binary().map(lambda raw: raw.decode("utf-8", "replace")))
def test_no_body_breaks_the_reader(body: str) -> None:
    found = parse(body)
    assert found is None or isinstance(found, str | Completion)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["choices", "message", "usage", "error", "content", "prompt_tokens"]), inner
            )
        ),
    )
)
def test_no_json_breaks_the_reader(body: Any) -> None:
    import json

    found = parse(json.dumps(body))
    assert found is None or isinstance(found, str | Completion)


@given(st.text())
def test_any_text_is_an_answer_or_a_problem(text: str) -> None:
    reading = read_as(Word, Completion(text=text, finish="stop"))
    assert bool(reading.text) != bool(reading.problem)
    assert len(unwrapped(text)) <= len(text)
