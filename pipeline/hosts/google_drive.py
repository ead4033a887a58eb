"""Google Drive: a record is the identifier of the file or folder."""

import re
from html import unescape
from urllib.parse import urlencode

from pipeline.hosts.api import opened
from pipeline.hosts.exchange import Conversation, Facts, RemoteFile, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import evidence_of, judge
from pipeline.hosts.pages import is_html
from schemas.data import LinkStatus

_DOWNLOAD = "https://drive.usercontent.google.com/download"
_FORM = re.compile(r'<form[^>]*id="download-form"[^>]*action="([^"]+)"[^>]*>(.*?)</form>', re.IGNORECASE | re.DOTALL)
_FIELD = re.compile(r'<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"', re.IGNORECASE)
_NAME = re.compile(r'filename="([^"]+)"')
_ENTRY = re.compile(
    r'href="https://drive\.google\.com/file/d/([\w-]{15,})[^"]*".*?flip-entry-title">([^<]+)<', re.DOTALL
)
_IDENTIFIER = re.compile(r"[\w-]{15,}")


def record_of(address: Address) -> str | None:
    """The identifier in the path or in the `id` parameter. Case matters."""
    found = (piece for piece in (address.parameter("id"), *address.pieces) if _IDENTIFIER.fullmatch(piece))
    return next(found, None)


def ask(record: str, url: str) -> Conversation:
    """The file's first bytes, past the virus-scan form; a folder by the list that it shows when embedded.

    Drive's own API needs a key, so this is what a browser gets. Drive states no checksum.
    """
    if "/folders/" in url or "folderview" in url:
        return (yield from _folder(record))
    response = yield _first_bytes(f"{_DOWNLOAD}?id={record}&export=download")
    form = _FORM.search(response.text)
    if is_html(response) and form:
        response = yield _first_bytes(_confirmed(form.group(1), form.group(2)))
    facts = judge(response, "" if response.status == 404 else "the file")
    if facts.status is not LinkStatus.OPEN:
        return facts
    name = _NAME.search(response.header("content-disposition"))
    file = RemoteFile(name.group(1) if name else record, response.url, response.size)
    return opened(f"Google Drive file {record}", [file], title=file.name)


def _first_bytes(url: str) -> Request:
    return Request(url, (("Range", "bytes=0-65535"),), limit=65_536)


def _confirmed(action: str, fields: str) -> str:
    pairs = [(unescape(name), unescape(value)) for name, value in _FIELD.findall(fields)]
    return f"{unescape(action)}?{urlencode(pairs)}"


def _folder(record: str) -> Conversation:
    response = yield Request(f"https://drive.google.com/embeddedfolderview?id={record}#list")
    entries = _ENTRY.findall(response.text)
    if not entries:
        facts = judge(response)
        empty = response.status == 200 and "flip-entries" in response.text
        return (
            Facts(LinkStatus.WRONG_CONTENT, "the folder is empty", evidence=evidence_of(response)) if empty else facts
        )
    files = [
        RemoteFile(unescape(name), f"{_DOWNLOAD}?id={identifier}&export=download&confirm=t")
        for identifier, name in entries
    ]
    return opened(f"Google Drive folder {record}", files)


HOST = Host(
    name="google_drive",
    domains=("drive.google.com", "docs.google.com"),
    record_of=record_of,
    address_of=lambda record: f"https://drive.google.com/open?id={record}",
    ask=ask,
)
