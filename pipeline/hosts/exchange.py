"""What goes to a host and what comes back, as plain values: hosts declare the talk, an adapter holds it."""

import json
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from schemas.data import LinkStatus

API_BYTES = 64 * 2**20
"""More of an API's answer is not read."""

_HEAD_BYTES = 65_536


@dataclass(frozen=True)
class Request:
    """A GET. At most `limit` bytes of the body are read; `fields` are posted as a form where there are any."""

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    limit: int = API_BYTES


@dataclass(frozen=True)
class Response:
    """The last answer of a chain of redirects, or the failure that stands in its place.

    `headers` have lower-case names. `body` holds at most the bytes that were asked for. `failure` is empty, or one of
    `timeout`, `unreachable`, `no_such_host`, `refused_address`, `redirect_loop`, `bad_tls`, `circuit_open`,
    `not_allowed`; then `reason` says more and `status` is 0.
    """

    url: str
    status: int
    reason: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    failure: str = ""

    def header(self, name: str) -> str:
        """A header's value, empty where it is absent."""
        return self.headers.get(name, "")

    @property
    def media_type(self) -> str:
        """The media type without parameters, in lower case."""
        return self.header("content-type").partition(";")[0].strip().lower()

    @property
    def text(self) -> str:
        """The body as text, whatever its encoding."""
        return self.body.decode("utf-8", "replace")

    @property
    def head(self) -> str:
        """The first 64 KiB of the body as text: enough to tell what a page is."""
        return self.body[:_HEAD_BYTES].decode("utf-8", "replace")

    def json(self) -> Any:
        """The body as JSON. Raises ValueError."""
        return json.loads(self.body)

    @property
    def size(self) -> int | None:
        """The size of the whole content in bytes, as Content-Range or Content-Length state it."""
        total = self.header("content-range").rpartition("/")[2] or self.header("content-length")
        return int(total) if total.isdecimal() else None


@dataclass(frozen=True)
class RemoteFile:
    """A file that a host offers.

    `checksum` is `<algorithm>:<hex digest>` as hashlib names algorithms. `validator` is what else changes with the
    content (an ETag, a date). `is_tree` marks an archive of the whole record, whose members, without their common top
    folder, are the files.
    """

    name: str
    url: str
    bytes: int | None = None
    checksum: str = ""
    validator: str = ""
    is_tree: bool = False


@dataclass(frozen=True)
class Facts:
    """What a host says of a record, or the status with its evidence: status line, headers, first bytes.

    `is_tombstone` marks a `dead` of the host's own interface that knows the record and says that it was taken away.
    `moved_to` is a URL to go on with. `pointers` is a URL with `{path}` in it where the content behind Git LFS pointers
    can be had. `wait_seconds` is how long the host asks us to stay away.
    """

    status: LinkStatus
    detail: str
    title: str = ""
    version: str = ""
    licence: str | None = None
    files: tuple[RemoteFile, ...] = ()
    estimated_bytes: int | None = None
    evidence: tuple[str, ...] = ()
    is_tombstone: bool = False
    moved_to: str = ""
    pointers: str = ""
    wait_seconds: float | None = None

    @property
    def bytes(self) -> int | None:
        """The size of all files, where every one is known; else the host's own estimate."""
        sizes = [file.bytes for file in self.files]
        known = [size for size in sizes if size is not None]
        return sum(known) if sizes and len(known) == len(sizes) else self.estimated_bytes


Conversation = Generator[Request, Response, Facts]


class Refusal(Exception):
    """Ends a conversation early with what is known. Caught by `converse`."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts.detail)
        self.facts = facts
