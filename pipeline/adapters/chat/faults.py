"""What goes wrong between us and an endpoint: what it says, whether to try again, and when to stop asking at all."""

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenacity import RetryCallState, wait_exponential_jitter

from pipeline.adapters.chat.overflow import overflow_of
from pipeline.adapters.chat.waits import MAX_WAIT, asked_wait
from schemas.endpoints import Endpoint

if TYPE_CHECKING:
    import openai

_BACKOFF = wait_exponential_jitter(multiplier=0.5, max=20.0, jitter=0.5)
_TRANSIENT = {408, 409, 425, 429}
_NO_CREDIT = re.compile(r"insufficient_quota|billing|credit|payment", re.IGNORECASE)
_FILTERED = re.compile(r"content_filter|content management policy|flagged", re.IGNORECASE)


@dataclass(eq=False)
class Fault(Exception):
    """A call that gave no answer. `transient`: worth another try, after `wait` seconds if the server said so.

    `stops`: every other call would end alike, so the run makes no more. `unpaid`: the server surely did not bill it.
    """

    message: str
    hint: str
    transient: bool = False
    wait: float | None = None
    stops: bool = False
    unpaid: bool = True


class Declined(Exception):
    """The endpoint refused the content of a prompt."""


def wait_for(state: RetryCallState) -> float:
    """Seconds before the next try: what the server asked for, else twice as long each time, with jitter."""
    error = state.outcome.exception() if state.outcome else None
    asked = error.wait if isinstance(error, Fault) else None
    return asked if asked is not None else _BACKOFF(state)


def of_status(error: "openai.APIStatusError", endpoint: Endpoint, said: str) -> Exception:
    """The fault behind an HTTP status; `said` is the body of the answer, without our key."""
    status = error.status_code
    overflow = overflow_of(status, said) if status in {400, 413, 422, 500} else None
    if overflow is not None:
        return overflow
    if status in {400, 403} and _FILTERED.search(said):
        return Declined(f"the endpoint refused the prompt: {_message(said)}")
    if status in {401, 403}:
        return Fault(
            f"{_where(endpoint)} refuses the key ({status}): {_message(said)}", _key_hint(endpoint), stops=status == 401
        )
    if status == 404:
        return Fault(
            f"{_where(endpoint)} has no model {endpoint.model!r} (404): {_message(said)}", _MODEL_HINT, stops=True
        )
    if status == 402 or (status == 429 and _NO_CREDIT.search(said)):
        return Fault(
            f"the account at {_where(endpoint)} has no credit left: {_message(said)}",
            "top it up, then run again",
            stops=True,
        )
    return _other(error, endpoint, said)


def _other(error: "openai.APIStatusError", endpoint: Endpoint, said: str) -> Fault:
    status, headers = error.status_code, error.response.headers
    message = f"{_where(endpoint)} answered {status}: {_message(said)}"
    if (status not in _TRANSIENT and status < 500) or headers.get("x-should-retry") == "false":
        return Fault(message, "the endpoint refuses this request; see its documentation for the message")
    wait = asked_wait(headers)
    if wait is not None and wait > MAX_WAIT:
        return Fault(f"{message}; it asks to wait {wait:.0f} s", "run again later; answers so far are kept")
    return Fault(message, "run again later; answers so far are kept", transient=True, wait=wait)


def timed_out(endpoint: Endpoint) -> Fault:
    """No whole answer in time. The server may have worked on it, and may bill it."""
    message = f"{_where(endpoint)} gave no answer within {endpoint.timeout_seconds:g} s"
    return Fault(message, "raise timeout_seconds, or lower max_output_tokens", transient=True, unpaid=False)


def unreachable(endpoint: Endpoint, why: str, sent: bool) -> Fault:
    """No connection, or one that broke. Only where nothing was `sent` can the server not bill it."""
    message = f"{_where(endpoint)} cannot be reached: {why}" if not sent else f"{_where(endpoint)} broke off: {why}"
    return Fault(message, "is the server running, and base_url right? then run again", transient=True, unpaid=not sent)


def not_an_answer(endpoint: Endpoint, body: str) -> Fault:
    """A success that is no chat completion: a web page, a proxy's greeting, another protocol."""
    start = " ".join(body[:120].split()) or "nothing"
    hint = "base_url must be the address before /chat/completions, often one that ends with /v1"
    return Fault(f"{_where(endpoint)} answered with no chat completion but {start!r}", hint)


def error_inside(endpoint: Endpoint, said: str) -> Fault:
    """A success whose body holds an error instead of an answer, as gateways give it for a model behind them."""
    return Fault(f"{_where(endpoint)} answered with an error: {_message(said)}", "run again later", transient=True)


def _where(endpoint: Endpoint) -> str:
    return f"the endpoint {endpoint.base_url}"


_MODEL_HINT = "set model to a name that the endpoint knows, and base_url to the address before /chat/completions"


def _key_hint(endpoint: Endpoint) -> str:
    if endpoint.key_variable:
        return f"set {endpoint.key_variable} to a valid key for this endpoint and model"
    return "set key_variable to the name of the environment variable that holds the key"


def _message(said: str) -> str:
    """The words of an error body, in one line; the body itself where it is none."""
    try:
        body = json.loads(said)
    except ValueError:
        return " ".join(said[:200].split())
    for name in ("error", "message", "detail"):
        body = body.get(name, body) if isinstance(body, dict) else body
    return " ".join((body if isinstance(body, str) else json.dumps(body))[:300].split())
