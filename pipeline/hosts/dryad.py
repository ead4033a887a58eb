"""Dryad: a record is the name at the end of its DOI `10.5061/dryad.<name>`."""

import re
from typing import Any

from pipeline.hosts.api import MOST_PAGES, checksum, dig, json_from, opened
from pipeline.hosts.exchange import Conversation, RemoteFile
from pipeline.hosts.host import Address, Host
from pipeline.hosts.licence_names import spdx

_API = "https://datadryad.org/api/v2"
_DOI = re.compile(r"10\.5061/dryad\.(\w+)", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The name of the DOI inside a dataset link."""
    found = _DOI.search("/".join(address.pieces).replace("%3A", ":").replace("%2F", "/"))
    return found.group(1).lower() if found else None


def ask(record: str, url: str) -> Conversation:
    """The data set, then the files of its newest version (https://datadryad.org/api). Reading needs no account; since
    2026 the API gives the bytes themselves to signed-in callers only, which a download then finds out.
    """
    data = yield from json_from(f"{_API}/datasets/doi%3A10.5061%2Fdryad.{record}")
    version = dig(data, "_links", "stash:version", "href")
    files: list[RemoteFile] = []
    page: str | None = f"{version}/files"
    for _ in range(MOST_PAGES):
        if not page:
            break
        listed = yield from json_from(f"https://datadryad.org{page}")
        files += [_file(each) for each in dig(listed, "_embedded", "stash:files") or ()]
        page = dig(listed, "_links", "next", "href")
    return opened(
        f"Dryad data set {record}",
        files,
        title=data.get("title"),
        version=data.get("versionNumber"),
        licence=spdx(data.get("license")),
        estimated_bytes=data.get("storageSize"),
    )


def _file(each: Any) -> RemoteFile:
    digest = checksum(each.get("digestType") or "md5", each.get("digest"))
    return RemoteFile(
        each["path"], f"https://datadryad.org{each['_links']['stash:download']['href']}", each.get("size"), digest
    )


HOST = Host(
    name="dryad",
    domains=("datadryad.org",),
    record_of=record_of,
    address_of=lambda record: f"https://datadryad.org/dataset/doi:10.5061/dryad.{record}",
    ask=ask,
    doi=r"10\.5061/dryad\.(\w+)",
)
