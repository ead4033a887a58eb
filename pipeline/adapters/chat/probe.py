"""One tiny structured call, to see whether an endpoint works."""

import os
from contextlib import closing
from time import perf_counter

from pydantic import Field

from pipeline.adapters.chat.asked import Asked
from pipeline.adapters.chat.completion import read_as
from pipeline.adapters.chat.faults import Fault
from pipeline.adapters.chat.keys import key_of
from pipeline.adapters.chat.openai_chat import OpenAIChat
from pipeline.adapters.chat.overflow import TooLong
from pipeline.ports import Ask
from prompts import Rendered
from schemas.endpoints import Endpoint
from schemas.errors import StalledError
from schemas.judging import Answer, Role
from schemas.outcome import Stage


class Ready(Answer):
    """What the call asks for."""

    ready: bool
    colour: str = Field(max_length=20)


def probe(endpoint: Endpoint, role: Role) -> str:
    """How the endpoint answered. Raises StalledError or UsageError that says what is wrong and what to do."""
    rendered = Rendered("probe", 1, role, "You fill in forms.", "Say that you are ready, and name a colour.")
    asked = Asked(Ask(role, Stage.SCREEN, "", lambda _: rendered, Ready), endpoint, rendered)
    once = endpoint.model_copy(update={"tries": 1})
    started = perf_counter()
    try:
        with closing(OpenAIChat(once, key_of(endpoint, os.environ))) as chat:
            completion = chat.send(asked.messages, Ready)
    except Fault as fault:
        raise StalledError(fault.message, fault.hint) from None
    except TooLong as overflow:
        raise StalledError(f"its context holds {overflow.limit or 'too few'} tokens", "use a larger one") from None
    reading = read_as(Ready, completion)
    if not reading.text:
        said = reading.problem or f"it declined: {reading.declined}"
        raise StalledError(
            f"{endpoint.model} answers, but not in the form asked for: {said}",
            "the server may ignore response_format: set show_schema = true, or use another server",
        )
    tokens = f"{completion.tokens_in or '?'} tokens in, {completion.tokens_out or '?'} out"
    return f"{endpoint.model} at {endpoint.base_url}: {tokens}, {perf_counter() - started:.1f} s"
