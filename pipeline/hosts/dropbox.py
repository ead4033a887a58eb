"""Dropbox: a record is the path of a shared link, its key included."""

import re

from pipeline.hosts.api import opened
from pipeline.hosts.exchange import Conversation, RemoteFile, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import judge
from schemas.data import LinkStatus

_NAME = re.compile(r'filename="([^"]+)"')


def record_of(address: Address) -> str | None:
    """`s/...`, `sh/...` or `scl/...` with the `rlkey` that newer links need. Case matters at this host."""
    if address.piece(0) not in {"s", "sh", "scl"} or len(address.pieces) < 2:
        return None
    key = address.parameter("rlkey")
    return "/".join(address.pieces) + (f"?rlkey={key}" if key else "")


def ask(record: str, url: str) -> Conversation:
    """The first bytes of the download (`dl=1`); a shared folder comes as one ZIP archive. No checksum is stated."""
    place = f"https://www.dropbox.com/{record}{'&' if '?' in record else '?'}dl=1"
    response = yield Request(place, (("Range", "bytes=0-65535"),), limit=65_536)
    facts = judge(response, "the file")
    if facts.status is not LinkStatus.OPEN:
        return facts
    named = _NAME.search(response.header("content-disposition"))
    name = named.group(1) if named else record.partition("?")[0].rpartition("/")[2]
    is_folder = "/fo/" in record or record.startswith("sh/")
    file = RemoteFile(name, place, response.size, validator=response.header("etag"), is_tree=is_folder)
    return opened(f"Dropbox {record.partition('?')[0]}", [file], title=name)


HOST = Host(
    name="dropbox",
    domains=("dropbox.com", "dl.dropboxusercontent.com"),
    record_of=record_of,
    address_of=lambda record: f"https://www.dropbox.com/{record}",
    ask=ask,
)
