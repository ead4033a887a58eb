"""Making a prompt fit: within the context as configured before it is sent, and with less text where it overflows."""

from typing import Any

from pipeline.adapters.chat.asked import Answered, Asked, Asking
from pipeline.adapters.chat.overflow import TooLong
from pipeline.ports import Ask
from schemas.endpoints import Endpoint
from schemas.errors import StalledError

_CHARACTERS_PER_TOKEN = 4
_SHRINKS = 6
_MARGIN = 0.95
_UNTOLD = 0.7
_LEAST_ROOM = 200


def first_asked(question: Ask[Any], endpoint: Endpoint) -> Asked:
    """The question with as much of the paper as should fit. Raises StalledError where not even the prompt does."""
    limit = room = (endpoint.context_tokens - endpoint.max_output_tokens) * _CHARACTERS_PER_TOKEN
    while room >= _LEAST_ROOM:
        asked = Asked(question, endpoint, question.render(room))
        excess = _length(asked) - limit
        if excess <= 0:
            return asked
        room -= excess
    raise _no_room(question, endpoint)


def fitted(ask: Asking) -> Asking:
    """A step that asks with less and less of the paper while the server says that the prompt does not fit."""

    def answer(asked: Asked) -> Answered:
        for _ in range(_SHRINKS):
            try:
                return ask(asked)
            except TooLong as overflow:
                asked = smaller(asked, overflow)
        raise _no_room(asked.question, asked.endpoint)

    return answer


def smaller(asked: Asked, overflow: TooLong) -> Asked:
    """The same question with less text: as much less as the server's numbers ask for, else three tenths."""
    room = int(len(asked.rendered.user) * _share(asked.endpoint, overflow))
    while room >= _LEAST_ROOM:
        rendered = asked.question.render(room)
        if len(rendered.user) < len(asked.rendered.user):
            return Asked(asked.question, asked.endpoint, rendered)
        room = int(room * _UNTOLD)
    raise _no_room(asked.question, asked.endpoint)


def _share(endpoint: Endpoint, overflow: TooLong) -> float:
    limit = min(overflow.limit or endpoint.context_tokens, endpoint.context_tokens) - endpoint.max_output_tokens
    if not overflow.tokens or limit <= 0:
        return _UNTOLD
    return min(_MARGIN, _MARGIN * limit / overflow.tokens)


def _length(asked: Asked) -> int:
    return sum(len(message["content"]) for message in asked.messages)


def _no_room(question: Ask[Any], endpoint: Endpoint) -> StalledError:
    return StalledError(
        f"a prompt of the {question.role} does not fit the context of {endpoint.model}",
        "set context_tokens to what the server really has, lower max_output_tokens, or use a larger model",
    )
