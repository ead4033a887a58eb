"""Endpoints that fail: tried again where that helps, never for longer than the bounds, and always said in plain words."""

import socket
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_httpserver import HTTPServer
from werkzeug import Response

from pipeline.adapters.chat.overflow import overflow_of
from pipeline.adapters.chat.waits import asked_wait
from schemas.errors import StalledError
from tests.models.asking import KEY, Word, rig
from tests.models.servers import (
    answer,
    completion,
    cut_body,
    cut_chunks,
    error,
    flood,
    http,
    in_turn,
    no_http,
    raw_server,
    scripted,
    silence,
    trickle,
)

APPLE = Word(ok=True, word="apple")


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_a_passing_fault_is_tried_again(httpserver: HTTPServer, status: int) -> None:
    script = scripted(httpserver, error(status, "overloaded"), error(status, "overloaded"), answer(completion()))
    with rig(httpserver.url_for("/v1")) as it:
        assert it.ask() == APPLE
    assert len(script.bodies) == 3
    assert it.ledger.rows[0].retries == 2
    assert len(it.slept) == 2
    assert it.slept[0] < it.slept[1] <= 2.5  # twice as long each time, with jitter


def test_tries_are_bounded_and_the_fault_is_told(httpserver: HTTPServer) -> None:
    script = scripted(httpserver, error(503, "Loading model"))
    with (
        rig(httpserver.url_for("/v1"), tries=3) as it,
        pytest.raises(StalledError, match="answered 503: Loading model"),
    ):
        it.ask()
    assert len(script.bodies) == 3
    assert (it.ledger.outcomes, it.ledger.rows[0].cost) == (["failed"], 0)


def test_calls_lost_in_a_row_stop_the_run(httpserver: HTTPServer) -> None:
    script = scripted(httpserver, error(500, "out of memory"))
    with rig(httpserver.url_for("/v1"), tries=2) as it:
        for _ in range(5):
            with pytest.raises(StalledError, match="out of memory") as fault:
                it.ask()
    assert len(script.bodies) == 6
    assert "6 requests in a row were lost" in str(fault.value)


def at(moment: datetime) -> str:
    return format_datetime(moment.astimezone(UTC), usegmt=True)


NOW = datetime.now(UTC)
WAITS = {
    "seconds": ({"Retry-After": "7"}, 7),
    "milliseconds": ({"retry-after-ms": "1500", "Retry-After": "9"}, 1.5),
    "a date by the server's own clock, an hour ahead of ours": (
        {"Date": at(NOW + timedelta(hours=1)), "Retry-After": at(NOW + timedelta(hours=1, seconds=8))},
        8,
    ),
    "a date by the server's own clock, a day behind ours": (
        {"Date": at(NOW - timedelta(days=1)), "Retry-After": at(NOW - timedelta(days=1) + timedelta(seconds=5))},
        5,
    ),
}


@pytest.mark.parametrize("name", WAITS)
def test_a_server_is_waited_for_as_it_asks(name: str) -> None:
    """Over a raw socket: a server library would put a date of its own beside ours."""
    headers, seconds = WAITS[name]
    speak = in_turn(http(429, {"error": {"message": "slow down"}}, headers), http(200, completion(), {}))
    with raw_server(speak) as url, rig(url) as it:
        assert it.ask() == APPLE
    assert it.slept[0] == pytest.approx(seconds)


@pytest.mark.parametrize(
    "value",
    [
        *("soon", "-5", "0", "nan", "inf", "1e400", "Mon, 99 Xxx 2026 00:00:00 GMT"),
        pytest.param(at(NOW - timedelta(days=3)), id="three days ago"),
    ],
)
def test_a_wait_that_makes_no_sense_is_not_obeyed(httpserver: HTTPServer, value: str) -> None:
    scripted(httpserver, error(429, "slow down", {"Retry-After": value}), answer(completion()))
    with rig(httpserver.url_for("/v1")) as it:
        assert it.ask() == APPLE
    assert 0 < it.slept[0] < 2


def test_a_wait_that_is_too_long_stalls_at_once(httpserver: HTTPServer) -> None:
    script = scripted(httpserver, error(429, "daily limit", {"Retry-After": "7200"}))
    with rig(httpserver.url_for("/v1")) as it, pytest.raises(StalledError, match="asks to wait 7200 s"):
        it.ask()
    assert len(script.bodies) == 1
    assert it.slept == []


@given(st.dictionaries(st.sampled_from(["retry-after", "retry-after-ms", "date"]), st.text() | st.floats().map(str)))
def test_no_header_breaks_the_wait(headers: dict[str, str]) -> None:
    found = asked_wait(headers)
    assert found is None or found > 0


STOPS = {
    "a refused key": (error(401, "Incorrect API key provided"), "refuses the key (401)", "set SOME_KEY to a valid key"),
    "an unknown model": (error(404, "model 'smol' not found"), "has no model 'smol'", "set model to a name"),
    "an empty account": (
        error(429, "You exceeded your current quota", code="insufficient_quota"),
        "no credit left",
        "top it up",
    ),
    "a payment due": (error(402, "Insufficient credits"), "no credit left", "top it up"),
}


@pytest.mark.parametrize("name", STOPS)
def test_a_fault_that_all_calls_would_meet_stops_the_run(httpserver: HTTPServer, name: str) -> None:
    response, message, hint = STOPS[name]
    script = scripted(httpserver, response)
    with rig(httpserver.url_for("/v1"), key_variable="SOME_KEY") as it:
        for _ in range(3):
            with pytest.raises(StalledError) as fault:
                it.ask()
            assert message in fault.value.message
            assert hint in fault.value.hint
    assert len(script.bodies) == 1
    assert it.ledger.outcomes == ["failed"]
    assert it.slept == []


def test_no_exception_holds_on_to_the_key(httpserver: HTTPServer) -> None:
    scripted(httpserver, error(401, f"Incorrect API key provided: {KEY}"))
    with rig(httpserver.url_for("/v1"), key_variable="SOME_KEY") as it, pytest.raises(StalledError) as fault:
        it.ask()
    held: BaseException | None = fault.value
    while held is not None:
        assert KEY not in f"{held!r} {held} {held.args} {vars(held)}"
        held = held.__cause__ or held.__context__


@pytest.mark.parametrize(
    ("response", "message"),
    [
        (
            error(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
            "max_completion_tokens",
        ),
        (answer({"detail": [{"msg": "Extra inputs are not permitted"}]}, 422), "Extra inputs are not permitted"),
        (answer({"object": "error", "message": "bad grammar", "code": 400}, 400), "bad grammar"),
        (error(500, "never mind", {"x-should-retry": "false"}), "never mind"),
        (error(403, "region not supported"), "refuses the key (403)"),
    ],
)
def test_a_refused_request_is_not_sent_again(httpserver: HTTPServer, response: Response, message: str) -> None:
    script = scripted(httpserver, response)
    with rig(httpserver.url_for("/v1")) as it, pytest.raises(StalledError) as fault:
        it.ask()
    assert message in fault.value.message
    assert len(script.bodies) == 1


@pytest.mark.parametrize(
    "body", ["<html><body>Sign in to the guest network</body></html>", "data: {}\n\n", "[]", "null", '"ok"', ""]
)
def test_a_success_that_is_no_completion_says_so(httpserver: HTTPServer, body: str) -> None:
    scripted(httpserver, answer(body))
    with rig(httpserver.url_for("/v1")) as it, pytest.raises(StalledError, match="no chat completion but") as fault:
        it.ask()
    assert "/chat/completions" in fault.value.hint


def test_an_error_inside_a_success_is_tried_again(httpserver: HTTPServer) -> None:
    """As gateways answer for a model behind them: 200 with an error for a body."""
    inside = answer({"error": {"code": 502, "message": "Provider returned error"}})
    scripted(httpserver, inside, answer(completion()))
    with rig(httpserver.url_for("/v1")) as it:
        assert it.ask() == APPLE
    assert it.ledger.rows[0].retries == 1


@pytest.mark.parametrize("speak", [cut_body, cut_chunks, no_http, silence])
def test_a_connection_that_breaks_stalls_and_counts_as_spent(speak: Callable[[socket.socket], None]) -> None:
    with (
        raw_server(speak) as url,
        rig(url, tries=2, price_out=1.0) as it,
        pytest.raises(StalledError, match="broke off"),
    ):
        it.ask()
    assert it.ledger.outcomes == ["failed", "failed"]  # each request may have been answered, and may be billed
    assert all(row.tokens_out == 64 and row.cost > 0 for row in it.ledger.rows)
    assert len(it.slept) == 1


def test_a_lost_request_and_the_next_one_are_both_counted() -> None:
    speak = in_turn(http(200, completion(), {})[:150], http(200, completion(), {}))
    with raw_server(speak) as url, rig(url, price_out=1e6) as it:
        assert it.ask() == APPLE
    assert [(row.outcome, row.cost) for row in it.ledger.rows] == [("failed", 64.0), ("answered", 10.0)]


def test_nobody_listening_costs_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
    with rig(url, tries=2, price_out=1.0) as it, pytest.raises(StalledError, match="cannot be reached"):
        it.ask()
    assert it.ledger.rows[0].cost == 0


def test_a_trickle_ends_with_the_time_allowed() -> None:
    """Blanks keep a socket's own time-out from ever ending the wait."""
    started = time.monotonic()
    limits = {"tries": 1, "timeout_seconds": 0.4}
    with raw_server(trickle) as url, rig(url, **limits) as it, pytest.raises(StalledError, match=r"within 0\.4 s"):
        it.ask()
    assert time.monotonic() - started < 3


def test_a_flood_is_not_read_to_its_end() -> None:
    with raw_server(flood) as url, rig(url, tries=1) as it, pytest.raises(StalledError, match="more than 8 MiB"):
        it.ask()


# As the servers' bug reports and documentation quote them, with the tokens of the prompt and of the context.
OVERFLOWS = {
    "llama.cpp": (
        '{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size '
        'or enable context shift","type":"exceed_context_size_error","n_prompt_tokens":14429,"n_ctx":8192}}',
        (14429, 8192),
    ),
    "llama-cpp-python": ("Requested tokens (2285) exceed context window of 2048", (2285, 2048)),
    "vLLM": (
        "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, "
        "10000 in the completion). Please reduce the length of the messages or completion.",
        (112946, 16384),
    ),
    "vLLM, newer": (
        "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens. Please reduce the "
        "length of the input messages.",
        (5000, 4096),
    ),
    "vLLM, output larger than what is left": ("max_tokens must be at least 1, got -186.", (None, None)),
    "OpenAI": (
        '{"error": {"message": "This model\'s maximum context length is 8192 tokens. However, your messages resulted in 8227 '
        'tokens. Please reduce the length of the messages.", "code": "context_length_exceeded"}}',
        (8227, 8192),
    ),
    "OpenAI, newer": (
        "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 477469 tokens. Please reduce "
        "the length of the messages.",
        (477469, 272000),
    ),
    "Anthropic": ("prompt is too long: 209353 tokens > 199999 maximum", (209353, 199999)),
    "Anthropic, with the output": (
        "input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` "
        "and try again",
        (178959, 200000),
    ),
    "Mistral": (
        "Prompt contains 40013 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        (40013, 32768),
    ),
    "Gemini": (
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        (1200000, 1048576),
    ),
}


@pytest.mark.parametrize("name", OVERFLOWS)
def test_an_overflow_is_known_in_every_wording(httpserver: HTTPServer, name: str) -> None:
    said, numbers = OVERFLOWS[name]
    found = overflow_of(400, said)
    assert found is not None
    assert (found.tokens, found.limit) == numbers
    body = said if said.startswith("{") else {"error": {"message": said, "type": "invalid_request_error"}}
    script = scripted(httpserver, answer(body, 400), answer(completion()))
    with rig(httpserver.url_for("/v1"), context_tokens=2_000_000) as it:
        assert it.ask("number 0.731 " * 2_000) == APPLE
    first, second = (len(sent["messages"][-1]["content"]) for sent in script.bodies)
    assert second < first
    if all(numbers):
        tokens, limit = numbers
        assert second == pytest.approx(first * 0.95 * min(1, (limit - 64) / tokens), rel=0.02)


@pytest.mark.parametrize(
    "said",
    ["Invalid value for temperature", "tool_calls must be followed by tool messages", "model is overloaded, try again"],
)
def test_other_errors_are_no_overflow(said: str) -> None:
    assert overflow_of(400, said) is None


def test_a_prompt_that_never_fits_stalls(httpserver: HTTPServer) -> None:
    script = scripted(httpserver, error(400, "prompt is too long: 900 tokens > 100 maximum"))
    with rig(httpserver.url_for("/v1")) as it, pytest.raises(StalledError, match="does not fit the context") as fault:
        it.ask("words and words " * 500)
    assert "context_tokens" in fault.value.hint
    assert len(script.bodies) <= 6


def test_a_prompt_beyond_the_configured_context_is_cut_before_it_is_sent(httpserver: HTTPServer) -> None:
    script = scripted(httpserver, answer(completion()))
    with rig(httpserver.url_for("/v1"), context_tokens=512) as it:
        it.ask("word " * 5_000)
    assert len(script.bodies[0]["messages"][-1]["content"]) <= (512 - 64) * 4
