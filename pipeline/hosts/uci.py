"""UCI Machine Learning Repository: a record is the number of the data set, or the name in an old address."""

import re
from itertools import pairwise

from pipeline.hosts.api import dig, opened
from pipeline.hosts.exchange import Conversation, RemoteFile, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import judge, refusal
from schemas.data import LinkStatus

_BASE = "https://archive.ics.uci.edu"
_OLD = ("datasets", "machine-learning-databases")


def record_of(address: Address) -> str | None:
    """The number after `dataset` or `public`; in old addresses the name after `datasets` and the like."""
    pieces = tuple(piece for piece in address.pieces if piece != "ml")
    for before, piece in pairwise(pieces):
        if before in {"dataset", "public"} and piece.isdecimal():
            return piece
        if before in _OLD:
            return f"{before}/{piece}"
    return None


def ask(record: str, url: str) -> Conversation:
    """The metadata of a numbered set, and the archive that its page links to (`/static/public/<number>/`).

    The interface answers only for sets it can import; the others still have their archive. Donated sets are under
    CC BY 4.0 (the repository's terms), which is stated where the page says so.
    """
    if not record.isdecimal():
        return (yield from _old(record))
    described = yield Request(f"{_BASE}/api/dataset?id={record}")
    known = None if refusal(described) else described.json()
    page = yield Request(f"{_BASE}/dataset/{record}/", limit=2**20)
    name = re.search(rf"/static/public/{record}/([^\"'<>\\]+?\.zip)", page.text)
    if name is None:
        return judge(page)
    archive = yield Request(f"{_BASE}{name.group(0)}", (("Range", "bytes=0-4095"),), limit=4096)
    facts = judge(archive, name.group(1))
    if facts.status is not LinkStatus.OPEN:
        return facts
    licence = "CC-BY-4.0" if re.search(r"creativecommons\.org/licenses/by/4\.0", page.text) else None
    file = RemoteFile(name.group(1), f"{_BASE}{name.group(0)}", archive.size, validator=archive.header("etag"))
    return opened(f"UCI data set {record}", [file], title=dig(known, "data", "name"), licence=licence)


def _old(record: str) -> Conversation:
    """An old page redirects to the new one, an old folder is a list of files."""
    from pipeline.hosts.plain import ask as ask_plainly

    return (yield from ask_plainly(record, f"{_BASE}/ml/{record}" + ("" if "." in record else "/")))


HOST = Host(
    name="uci",
    domains=("archive.ics.uci.edu", "archive-beta.ics.uci.edu"),
    record_of=record_of,
    address_of=lambda record: f"{_BASE}/dataset/{record}" if record.isdecimal() else f"{_BASE}/ml/{record}",
    ask=ask,
    doi=None,
)
