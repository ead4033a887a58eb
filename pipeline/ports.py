"""What the stages need from the outside, as protocols. Adapters fill them in; only `flows.wiring` knows which."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pipeline.hosts.exchange import RemoteFile, Request, Response
from prompts import Rendered
from schemas import judging
from schemas.base import Record
from schemas.data import LinkStatus
from schemas.evidence import Decider
from schemas.outcome import Decision, Stage


@dataclass(frozen=True)
class Produced:
    """What a stage gives back: its decision, and the records it made (the decision not among them)."""

    decision: Decision
    records: tuple[Record, ...] = ()

    def all(self) -> tuple[Record, ...]:
        """Everything that goes into the warehouse."""
        return (*self.records, self.decision)


@dataclass(frozen=True)
class Answer:
    """What a link gives. `root` is a local file or folder with its content, `files` are what a host offers.

    `told` is the evidence of the status: status line, headers, first bytes. `seen` is when the host was asked.
    """

    status: LinkStatus
    detail: str
    via: str = ""
    root: Path | None = None
    bytes: int | None = None
    licence: str | None = None
    title: str = ""
    release: str = ""
    files: tuple[RemoteFile, ...] = ()
    told: tuple[str, ...] = ()
    seen: datetime | None = None


@dataclass(frozen=True)
class Kept:
    """A file in the store: its path within the record or archive, with `/` between parts, and its content."""

    name: str
    sha256: str
    bytes: int


@dataclass(frozen=True)
class Gathered:
    """Files that are in the store now, and those that were refused, with the reason."""

    kept: tuple[Kept, ...] = ()
    refused: tuple[str, ...] = ()

    def __add__(self, other: "Gathered") -> "Gathered":
        return Gathered((*self.kept, *other.kept), (*self.refused, *other.refused))


class Broken(Exception):
    """A stream of bytes that ended before its end."""


@dataclass(frozen=True)
class Stream:
    """An answer, without its body, and the bytes as they come. Reading them raises Broken."""

    response: Response
    chunks: Iterator[bytes]


class Web(Protocol):
    """Asks hosts, politely. What a host does is a Response, never an exception."""

    @property
    def is_online(self) -> bool:
        """True once any host has answered."""
        ...

    def ask(self, request: Request) -> Response:
        """The answer with its body, after redirects and retries."""
        ...

    def stream(self, request: Request) -> AbstractContextManager[Stream]:
        """One try, for content that does not fit in memory."""
        ...


class Documents(Protocol):
    """Reads PDF files apart from this process, within limits of time and memory."""

    def layout(self, path: Path) -> dict[str, Any]:
        """The typed boxes, words, spans and links of every page, as plain JSON types.

        Raises UnreadableError (encrypted, damaged, no_text_layer, too_large, not_a_paper) and StalledError.
        """
        ...


class Structure(Protocol):
    """Finds the structure of a PDF: front matter, sections, references. Optional, beside `Documents`."""

    def tei(self, path: Path) -> bytes | None:
        """A TEI document; None where nothing can be made of this file. Raises StalledError if the service fails."""
        ...


class DataSource(Protocol):
    """Answers for links: a mirror map, and hosts."""

    def answer(self, url: str) -> Answer:
        """What a URL or DOI gives; `unknown` where nobody can say. Never raises for what a host does."""
        ...

    def signature(self, url: str) -> str:
        """A short text that changes when the answer, or the content behind it, would; cheap to ask for."""
        ...

    def prepare(self, urls: Sequence[str]) -> None:
        """Ask for several links at once, so that `answer` and `signature` find them known."""
        ...

    def fetch(self, url: str) -> Gathered:
        """Bring the files of an open link into the store. Raises StalledError where the world fails us."""
        ...


class Store(Protocol):
    """Bytes by their sha256, each kept once."""

    def add(self, path: Path) -> str:
        """Keep a file; return its sha256 in hex."""
        ...

    def path(self, sha256: str) -> Path:
        """Where the bytes lie. Raises StalledError if they are gone."""
        ...

    def unpack(self, archive: Kept) -> Gathered | None:
        """The members of an archive, each kept as a file, archives in it too; None if it is not to be unpacked."""
        ...

    def pointer(self, kept: Kept) -> tuple[str, int] | None:
        """The sha256 and size that a Git LFS pointer file stands for; None for any other file."""
        ...


class Clock(Protocol):
    """The time, so that tests may set it."""

    def now(self) -> datetime:
        """The current time, with its zone."""
        ...


A = TypeVar("A", bound=judging.Answer)


@dataclass(frozen=True)
class Ask(Generic[A]):
    """A question to a model about one paper.

    `render` makes the prompt within a number of characters for the paper's text; it is called again with a smaller
    number where the prompt does not fit the model's context. `answer` is the form to be filled in.
    """

    role: judging.Role
    stage: Stage
    paper_id: str
    render: Callable[[int], Rendered]
    answer: type[A]


@dataclass(frozen=True)
class Reply(Generic[A]):
    """A model's answer in the form asked for, or None and why it declined. `decider` names model and prompt."""

    answer: A | None
    decider: Decider
    declined: str = ""


class Chat(Protocol):
    """Asks models, and accounts for every token. Safe to share between threads."""

    def ask(self, question: Ask[A]) -> Reply[A]:
        """The answer, parsed. Raises StalledError for what the world does wrong, and for a budget that is used up."""
        ...

    def signature(self, *roles: judging.Role) -> str:
        """A short text that changes when the model or a setting of one of these roles would change answers."""
        ...


class Ledger(Protocol):
    """Keeps a row per call to a model, and the budgets. Safe to share between threads and processes."""

    def reserve(self, call: judging.ModelCall) -> int:
        """Write a call down before it is sent, with the tokens and cost that it may take; returns its number.

        Raises StalledError that names the budget where one has no room for it.
        """
        ...

    def settle(self, number: int, call: judging.ModelCall) -> None:
        """Put what a reserved call came to in the place of what was reserved."""
        ...

    def note(self, call: judging.ModelCall) -> None:
        """Write down a call that was never sent: its answer was cached or recorded."""
        ...
