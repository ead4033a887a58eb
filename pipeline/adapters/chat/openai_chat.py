"""One endpoint, spoken to with the openai client: paced, tried again where that helps, and never past its time.

The client's own retries are off; tenacity does them, because a retry takes a turn of the pace, waits as long as the
server asks by the server's own clock, and is counted in the ledger.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx2
import openai
from pydantic import SecretStr
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt

from pipeline.adapters.chat import faults
from pipeline.adapters.chat.asked import Messages
from pipeline.adapters.chat.completion import Completion, parse
from pipeline.adapters.chat.faults import Declined, Fault, wait_for
from pipeline.adapters.chat.keys import without
from pipeline.adapters.chat.pace import Pace
from schemas.endpoints import Endpoint
from schemas.judging import Answer

_MAX_BYTES = 8 << 20
_CONNECT_SECONDS = 10.0
_LOST_CALLS = 3
_NO_KEY = "none"


class OpenAIChat:
    """Sends conversations to an endpoint. Safe to share between threads; close it after use.

    Only what the server surely did not bill is tried again here; other lost requests are for the ledger to count first.
    Once a fault that all calls would meet was seen (a refused key, an unknown model, three calls' worth of requests
    lost in a row), no more are sent: each call raises that fault again.
    """

    def __init__(self, endpoint: Endpoint, key: SecretStr, sleep: Callable[[float], None] = time.sleep) -> None:
        self._endpoint = endpoint
        self._key = key
        self._sleep = sleep
        self._pace = Pace(endpoint, sleep=sleep)
        self._stopped: Fault | None = None
        self._lost = 0
        seconds = endpoint.timeout_seconds
        self._client = openai.OpenAI(
            base_url=endpoint.base_url,
            api_key=key.get_secret_value() or _NO_KEY,
            max_retries=0,
            timeout=httpx2.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS), pool=None),
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def check(self) -> None:
        """Raises the Fault that made it stop, if there was one."""
        if self._stopped:
            raise self._stopped

    def send(self, messages: Messages, answer: type[Answer]) -> Completion:
        """The completion of a conversation. Raises Fault, and TooLong where it does not fit the context."""
        tries = Retrying(
            retry=retry_if_exception(lambda error: isinstance(error, Fault) and error.transient and error.unpaid),
            wait=wait_for,
            stop=stop_after_attempt(self._endpoint.tries),
            sleep=self._sleep,
            before_sleep=self._pause_others,
            reraise=True,
        )
        try:
            completion = tries(self._once, messages, answer)
        except Fault as fault:
            self._remember(fault, tries.statistics["attempt_number"])
            raise
        self._lost = 0
        return replace(completion, retries=tries.statistics["attempt_number"] - 1)

    def _remember(self, fault: Fault, requests: int) -> None:
        self._lost += requests if fault.transient else 0
        if self._lost >= _LOST_CALLS * self._endpoint.tries:
            fault = replace(fault, message=f"{fault.message}; {self._lost} requests in a row were lost", stops=True)
        if fault.stops and not self._stopped:
            self._stopped = replace(fault, transient=False, unpaid=True)

    def _pause_others(self, state: RetryCallState) -> None:
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, Fault) and error.wait:
            self._pace.pause(error.wait)

    def _once(self, messages: Messages, answer: type[Answer]) -> Completion:
        with self._pace.turn():
            self.check()
            try:
                body = self._post(messages, answer)
            except Declined as declined:
                return Completion(refusal=str(declined), tokens_in=0, tokens_out=0)
        found = parse(body)
        if found is None:
            raise faults.not_an_answer(self._endpoint, body)
        if isinstance(found, str):
            raise faults.error_inside(self._endpoint, found)
        return found

    def _post(self, messages: Messages, answer: type[Answer]) -> str:
        """The body of a success as text, without our key. What else comes back is raised.

        Outside the handlers, so that no exception holds on to one of the client's, whose text may repeat the key.
        """
        fault: Exception
        started = time.monotonic()
        try:
            parsing = self._client.chat.completions.with_streaming_response.parse
            with parsing(messages=messages, response_format=answer, **self._options()) as response:  # type: ignore[arg-type]
                return without(self._key, self._body(response, started))
        except openai.APIStatusError as error:
            fault = faults.of_status(error, self._endpoint, without(self._key, error.response.text))
        except (openai.APITimeoutError, httpx2.TimeoutException):
            fault = faults.timed_out(self._endpoint)
        except (openai.APIConnectionError, httpx2.HTTPError) as error:
            cause = error.__cause__ or error
            was_sent = not isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout)
            fault = faults.unreachable(self._endpoint, without(self._key, f"{cause}"), was_sent)
        raise fault

    def _body(self, response: Any, started: float) -> str:
        """Read the body, within the time and size allowed: a time-out of the socket alone never ends a trickle."""
        parts, size = [], 0
        for part in response.iter_bytes():
            parts.append(part)
            size += len(part)
            if time.monotonic() - started > self._endpoint.timeout_seconds:
                raise httpx2.ReadTimeout("the whole answer took too long")
            if size > _MAX_BYTES:
                raise Fault(
                    f"the endpoint {self._endpoint.base_url} sent more than {_MAX_BYTES >> 20} MiB", "", unpaid=False
                )
        return b"".join(parts).decode("utf-8", "replace")

    def _options(self) -> dict[str, Any]:
        """The parameters beside the conversation."""
        endpoint = self._endpoint
        options: dict[str, Any] = {"model": endpoint.model, endpoint.limit_parameter: endpoint.max_output_tokens}
        if "temperature" not in endpoint.leave_out:
            options["temperature"] = endpoint.temperature
        if "seed" not in endpoint.leave_out and endpoint.seed is not None:
            options["seed"] = endpoint.seed
        if endpoint.extra:
            options["extra_body"] = endpoint.extra
        return options
