"""One call: reserved in the ledger before it is sent, settled after, whatever became of it."""

import time
from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from tenacity import Retrying, retry_if_exception, stop_after_attempt

from pipeline.adapters.chat.asked import Asked, Messages
from pipeline.adapters.chat.completion import Completion, Reading, read_as
from pipeline.adapters.chat.faults import Fault, wait_for
from pipeline.adapters.chat.overflow import TooLong
from pipeline.ports import Ledger
from schemas.endpoints import Endpoint
from schemas.errors import StalledError
from schemas.judging import Answer, CallOutcome, ModelCall

_CHARACTERS_PER_TOKEN = 3
"""For reservations: fewer than the four of usual text, because a budget must hold for tables of numbers too."""

Calling = Callable[[Asked, Messages], Reading]


class Transport(Protocol):
    """Sends conversations to one endpoint."""

    def check(self) -> None:
        """Raises the Fault that made it stop sending, if there was one."""
        ...

    def send(self, messages: Messages, answer: type[Answer]) -> Completion:
        """Raises Fault and TooLong."""
        ...


def accounted(
    transport: Callable[[Endpoint], Transport], ledger: Ledger, sleep: Callable[[float], None] = time.sleep
) -> Calling:
    """A step that sends one conversation and keeps its row. Raises StalledError, and TooLong.

    A request that was lost after it was sent may be billed: it keeps its row, and the next try is a call of its own
    that the budgets must have room for.
    """

    def call(asked: Asked, messages: Messages) -> Reading:
        tries = Retrying(
            retry=retry_if_exception(lambda error: isinstance(error, Fault) and error.transient and not error.unpaid),
            wait=wait_for,
            stop=stop_after_attempt(asked.endpoint.tries),
            sleep=sleep,
            reraise=True,
        )
        try:
            return tries(_once, transport(asked.endpoint), ledger, asked, messages)
        except Fault as fault:
            raise StalledError(fault.message, fault.hint) from None

    return call


def _once(sender: Transport, ledger: Ledger, asked: Asked, messages: Messages) -> Reading:
    sender.check()
    expected = _expected(asked, messages)
    number = ledger.reserve(expected)
    started = perf_counter()

    def settle(row: ModelCall) -> None:
        ledger.settle(number, row.model_copy(update={"seconds": perf_counter() - started}))

    try:
        completion = sender.send(messages, asked.question.answer)
    except Fault as fault:
        settle(_lost(asked, expected, fault))
        raise
    except TooLong as overflow:
        settle(_failed(asked, _overflow_said(overflow)))
        raise
    reading = read_as(asked.question.answer, completion)
    settle(_settled(asked, messages, completion, reading))
    _check_context(asked, completion)
    return reading


def _expected(asked: Asked, messages: Messages) -> ModelCall:
    """The row of a call that is about to be sent: as much as it may take."""
    characters = sum(len(message["content"]) for message in messages) + len(asked.schema)
    return _priced(asked, CallOutcome.RESERVED, characters // _CHARACTERS_PER_TOKEN, asked.endpoint.max_output_tokens)


def _settled(asked: Asked, messages: Messages, completion: Completion, reading: Reading) -> ModelCall:
    """The row of a call that came back; tokens that the server did not count are estimated."""
    tokens_in, tokens_out, detail = completion.tokens_in, completion.tokens_out, reading.problem or reading.declined
    if tokens_in is None or tokens_out is None:
        expected = _expected(asked, messages)
        tokens_in, tokens_out = expected.tokens_in, len(completion.text) // _CHARACTERS_PER_TOKEN
        detail = f"{detail} (tokens estimated: the server did not count them)".strip()
    row = _priced(asked, reading.outcome, tokens_in, tokens_out, completion.tokens_cached)
    return row.model_copy(update={"retries": completion.retries, "detail": detail, "answer": completion.text})


def _priced(asked: Asked, outcome: CallOutcome, tokens_in: int, tokens_out: int, cached: int = 0) -> ModelCall:
    cost = asked.endpoint.cost(tokens_in, tokens_out, cached)
    tokens = {"tokens_in": tokens_in, "tokens_out": tokens_out, "tokens_cached": cached, "cost": cost}
    return asked.call(outcome).model_copy(update=tokens)


def _lost(asked: Asked, expected: ModelCall, fault: Fault) -> ModelCall:
    """A call that nobody knows the price of stays at what was reserved: a budget must not be overspent unseen."""
    if fault.unpaid:
        return _failed(asked, fault.message)
    detail = f"{fault.message} (cost as reserved: the server may bill it)"
    return expected.model_copy(update={"outcome": CallOutcome.FAILED, "detail": detail})


def _failed(asked: Asked, detail: str) -> ModelCall:
    return asked.call(CallOutcome.FAILED).model_copy(update={"detail": detail})


def _overflow_said(overflow: TooLong) -> str:
    return f"does not fit the context: {overflow.tokens or 'too many'} tokens, limit {overflow.limit or 'not told'}"


def _check_context(asked: Asked, completion: Completion) -> None:
    """An answer cut off before its own limit ran into the end of the context: less text leaves it more room."""
    tokens_in, tokens_out = completion.tokens_in or 0, completion.tokens_out or 0
    if completion.finish == "length" and tokens_in and 0 < tokens_out < asked.endpoint.max_output_tokens:
        raise TooLong(tokens_in, tokens_in + tokens_out)
