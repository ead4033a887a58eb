"""Zenodo: a record is its number, in the URL or in the DOI `10.5281/zenodo.<number>`."""

import re
from typing import Any
from urllib.parse import quote

from pipeline.hosts.api import dig, gated, json_from, opened
from pipeline.hosts.exchange import Conversation, RemoteFile
from pipeline.hosts.host import Address, Host
from pipeline.hosts.licence_names import spdx

_RECORD = re.compile(r"(?:records?|deposit)/(\d+)")
_DOI = re.compile(r"10\.5281/zenodo\.(\d+)", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The record number; links by DOI (`/doi/10.5281/zenodo.N`) count."""
    path = "/".join(address.pieces)
    found = _RECORD.search(path) or _DOI.search(path)
    return found.group(1) if found else None


def ask(record: str, url: str) -> Conversation:
    """The record (https://developers.zenodo.org/#records). A concept's number gives its newest version."""
    data = yield from json_from(f"https://zenodo.org/api/records/{record}")
    access = dig(data, "metadata", "access_right")
    if access not in {None, "open"} or dig(data, "access", "files") == "restricted":
        return gated(f"Zenodo says the files are {access or 'restricted'}")
    files = [
        RemoteFile(each["key"], _content(data, each), each.get("size"), each.get("checksum", ""))
        for each in data["files"]
    ]
    return opened(
        f"Zenodo record {data.get('id', record)}",
        files,
        title=dig(data, "metadata", "title"),
        version=dig(data, "metadata", "version") or data.get("id"),
        licence=spdx(dig(data, "metadata", "license", "id")),
    )


def _content(data: Any, each: Any) -> str:
    return (
        dig(each, "links", "self") or f"https://zenodo.org/api/records/{data['id']}/files/{quote(each['key'])}/content"
    )


HOST = Host(
    name="zenodo",
    domains=("zenodo.org",),
    record_of=record_of,
    address_of=lambda record: f"https://zenodo.org/records/{record}",
    ask=ask,
    doi=r"10\.5281/zenodo\.(\d+)",
)
