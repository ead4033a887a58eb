"""Questions for tests, a ledger that remembers, and a chat over one endpoint that does not wait."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from pydantic import Field, SecretStr

from pipeline.adapters.chat.accounted import accounted
from pipeline.adapters.chat.answer_files import AnswerFiles
from pipeline.adapters.chat.asked_again import asked_again
from pipeline.adapters.chat.cached import cached
from pipeline.adapters.chat.fitted import fitted
from pipeline.adapters.chat.model_chat import ModelChat
from pipeline.adapters.chat.openai_chat import OpenAIChat
from pipeline.ports import Ask
from prompts import Rendered
from schemas import judging
from schemas.endpoints import Endpoint, Models
from schemas.judging import ModelCall, Role
from schemas.outcome import Stage

PAPER = "10.1038_s41598-022-21366-2"
KEY = "sk-test-7f3a9c51d2e84b60"


class Word(judging.Answer):
    """The form that tests have filled in."""

    ok: bool
    word: str = Field(max_length=12)


@dataclass
class ListLedger:
    """A ledger in memory."""

    rows: list[ModelCall] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def reserve(self, call: ModelCall) -> int:
        with self.lock:
            self.rows.append(call)
            return len(self.rows) - 1

    def settle(self, number: int, call: ModelCall) -> None:
        with self.lock:
            self.rows[number] = call

    def note(self, call: ModelCall) -> None:
        self.reserve(call)

    @property
    def outcomes(self) -> list[str]:
        return [row.outcome.value for row in self.rows]


def question(text: str = "Say a word.", paper_id: str = PAPER) -> Ask[Word]:
    """A short question about a paper whose text is cut to the room there is."""

    def render(room: int) -> Rendered:
        return Rendered("screen_test", 3, Role.SCREENER, "You fill in forms.", text[:room])

    return Ask(Role.SCREENER, Stage.SCREEN, paper_id, render, Word)


@dataclass(frozen=True)
class Rig:
    """A chat over one endpoint, its ledger, and the seconds it would have slept."""

    chat: ModelChat
    ledger: ListLedger
    slept: list[float]

    def ask(self, text: str = "Say a word.") -> "judging.Answer | None":
        return self.chat.ask(question(text)).answer


@contextmanager
def rig(
    url: str, folder: Path | None = None, sleep: Callable[[float], None] | None = None, **settings: object
) -> Iterator[Rig]:
    """The steps of a live chat without the warehouse. Waits are noted, not slept."""
    endpoint = Endpoint.model_validate({"base_url": url, "model": "smol", "max_output_tokens": 64, **settings})
    slept: list[float] = []
    ledger = ListLedger()
    sleep = sleep or slept.append
    transport = OpenAIChat(endpoint, SecretStr(KEY if endpoint.key_variable else ""), sleep)
    asking = fitted(asked_again(accounted(lambda _: transport, ledger, sleep)))
    if folder is not None:
        asking = cached(asking, AnswerFiles(folder), ledger)
    try:
        yield Rig(ModelChat(Models(default=endpoint), asking), ledger, slept)
    finally:
        transport.close()
