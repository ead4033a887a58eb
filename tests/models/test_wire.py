"""The wire, against a real server: llama.cpp speaks, and everything the ledger says of a call is as it counted."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from schemas.errors import StalledError
from schemas.evidence import DecidedBy
from tests.models.asking import KEY, Word, question, rig
from tests.models.local_server import LocalServer, serving


def test_a_model_fills_in_the_form(local_server: LocalServer) -> None:
    with rig(local_server.url, price_in=2.0, price_out=10.0) as it:
        reply = it.chat.ask(question("Say a word."))
    assert isinstance(reply.answer, Word)
    assert len(reply.answer.word) <= 12
    assert (reply.decider.by, reply.decider.model, reply.decider.prompt) == (DecidedBy.LLM, "smol", "screen_test")
    (row,) = it.ledger.rows
    assert row.outcome == "answered"
    assert row.tokens_in > 20
    assert row.tokens_out > 5
    assert row.cost == pytest.approx(
        ((row.tokens_in - row.tokens_cached) * 2 + row.tokens_cached * 2 + row.tokens_out * 10) / 1e6
    )
    assert row.seconds > 0
    assert Word.model_validate_json(row.answer) == reply.answer


def test_the_same_question_gets_the_same_answer(local_server: LocalServer) -> None:
    with rig(local_server.url) as it:
        assert it.ask("Name a fruit.") == it.ask("Name a fruit.")


def test_a_prompt_beyond_the_context_is_asked_with_less_text() -> None:
    """The endpoint is configured with more context than the server has: the server's own numbers correct it."""
    with serving("--context", "512") as server, rig(server.url, context_tokens=16_000) as it:
        assert it.ask("protein 0.731 " * 3_000) is not None
    assert it.ledger.outcomes == ["failed", "answered"]
    assert "limit 512" in it.ledger.rows[0].detail
    assert 300 < it.ledger.rows[1].tokens_in <= 512 - 64


def test_an_answer_that_is_cut_off_is_none_and_says_so(local_server: LocalServer) -> None:
    with rig(local_server.url, max_output_tokens=16) as it:
        reply = it.chat.ask(question())
    assert reply.answer is None
    assert "cut off after 16" in reply.declined and "max_output_tokens" in reply.declined
    assert it.ledger.outcomes == ["broken", "broken"]
    assert all(row.tokens_out == 16 for row in it.ledger.rows)


def test_threads_share_an_endpoint(local_server: LocalServer) -> None:
    with rig(local_server.url, requests_at_once=2) as it, ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda n: it.ask(f"Say the number {n}."), range(6)))
    assert all(isinstance(answer, Word) for answer in answers)
    assert it.ledger.outcomes == ["answered"] * 6


def test_a_server_that_is_too_slow_stalls(local_server: LocalServer) -> None:
    with (
        rig(local_server.url, timeout_seconds=0.05, tries=2) as it,
        pytest.raises(StalledError, match=r"within 0\.05 s"),
    ):
        it.ask("Tell a long story. " * 30)
    assert it.ledger.outcomes == ["failed", "failed"]
    assert all(row.tokens_out == 64 for row in it.ledger.rows)  # it may be billed, so it counts in full


def test_keys_are_sent_and_a_wrong_one_is_named() -> None:
    with serving("--api-key", KEY) as server:
        with rig(server.url, key_variable="PAPERGYM_TEST_KEY") as it:
            assert it.ask() is not None
        with rig(server.url) as it:
            with pytest.raises(StalledError, match="refuses the key") as error:
                it.ask()
            assert "key_variable" in error.value.hint
            with pytest.raises(StalledError, match="refuses the key"):
                it.ask("again")
            assert it.ledger.outcomes == ["failed"]  # the second call was never made


def test_a_server_that_dies_half_way_stalls_and_is_asked_again_later() -> None:
    with serving() as server, rig(server.url, tries=2, timeout_seconds=20) as it, ThreadPoolExecutor(1) as pool:
        assert it.ask() is not None
        under_way = pool.submit(it.ask, "Count to a hundred in words. " * 40)
        time.sleep(0.3)
        os.kill(server.process.pid, signal.SIGKILL)
        with pytest.raises(StalledError, match=r"broke off|cannot be reached") as error:
            under_way.result()
    assert "run again" in error.value.hint
