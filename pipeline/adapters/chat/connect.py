"""Putting the steps together: a chat that asks, or one that replays."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Lock

from pipeline.adapters.chat.accounted import Transport, accounted
from pipeline.adapters.chat.answer_files import AnswerFiles
from pipeline.adapters.chat.asked import Asking
from pipeline.adapters.chat.asked_again import asked_again
from pipeline.adapters.chat.cached import cached
from pipeline.adapters.chat.fitted import fitted
from pipeline.adapters.chat.keys import key_of
from pipeline.adapters.chat.model_chat import ModelChat
from pipeline.adapters.chat.recorded import recorded, replayed
from pipeline.ports import Ledger
from schemas.endpoints import Endpoint, Models


@contextmanager
def live_chat(models: Models, ledger: Ledger, cache: Path, record: Path | None = None) -> Iterator[ModelChat]:
    """A chat that asks the endpoints, and keeps every answer in `record` where that is given."""
    with transports() as transport:
        asking: Asking = fitted(asked_again(accounted(transport, ledger)))
        asking = cached(asking, AnswerFiles(cache), ledger)
        if record is not None:
            asking = recorded(asking, AnswerFiles(record))
        yield ModelChat(models, asking)


def replayed_chat(models: Models, ledger: Ledger, recording: Path) -> ModelChat:
    """A chat that answers from a recording; it needs no key and opens no connection."""
    return ModelChat(models, replayed(AnswerFiles(recording), ledger), replaying=True)


@contextmanager
def transports() -> Iterator[Callable[[Endpoint], Transport]]:
    """One client per endpoint, made when it is first asked. Roles that share all settings share a client."""
    from pipeline.adapters.chat.openai_chat import OpenAIChat

    made: dict[str, OpenAIChat] = {}
    lock = Lock()
    with ExitStack() as stack:

        def transport(endpoint: Endpoint) -> OpenAIChat:
            with lock:
                name = endpoint.model_dump_json()
                if name not in made:
                    key = key_of(endpoint, os.environ)
                    made[name] = stack.enter_context(closing(OpenAIChat(endpoint, key)))
                return made[name]

        yield transport
