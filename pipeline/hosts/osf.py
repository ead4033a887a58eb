"""OSF: a record is the five-letter name of the project, in the URL or in the DOI `10.17605/osf.io/<name>`."""

import re
from collections.abc import Generator
from typing import Any

from pipeline.hosts.api import MOST_PAGES, checksum, dig, json_from, json_of, opened
from pipeline.hosts.exchange import Conversation, Facts, RemoteFile, Request, Response
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import refusal
from pipeline.hosts.licence_names import spdx
from schemas.data import LinkStatus

_API = "https://api.osf.io/v2"
_NAME = re.compile(r"[a-z0-9]{5}")


def record_of(address: Address) -> str | None:
    """The first path piece that has the form of an OSF name."""
    name = address.piece(0).lower()
    return name if _NAME.fullmatch(name) else None


def ask(record: str, url: str) -> Conversation:
    """The node, registration or single file of that name, then its storage folder by folder (https://developer.osf.io)."""
    for kind in ("nodes", "registrations"):
        response = yield Request(f"{_API}/{kind}/{record}/?embed=license", (("Accept", "application/json"),))
        if not (refusal(response) and response.status == 404):
            node = json_of(response)
            files = yield from _files(f"{_API}/{kind}/{record}/files/osfstorage/?page[size]=100")
            licence = dig(node, "data", "embeds", "license", "data", "attributes", "name")
            attributes = node["data"]["attributes"]
            what, version = f"OSF {kind[:-1]} {record}", attributes.get("date_modified")
            return opened(what, files, title=attributes["title"], version=version, licence=spdx(licence))
    response = yield Request(f"{_API}/files/{record}/", (("Accept", "application/json"),))
    if refusal(response) and response.status == 404:
        yield from json_from(f"{_API}/guids/{record}/?resolve=false")  # a 404 here means that there is no such thing
        return Facts(LinkStatus.UNKNOWN, f"OSF knows {record}, which is no project and no file")
    found = json_of(response)
    return opened(f"OSF file {record}", [_file(found["data"], "")], title=found["data"]["attributes"]["name"])


def _files(first: str) -> Generator[Request, Response, list[RemoteFile]]:
    files: list[RemoteFile] = []
    waiting = [(first, "")]
    for _ in range(MOST_PAGES):
        if not waiting:
            break
        url, folder = waiting.pop(0)
        listed = yield from json_from(url)
        for each in listed["data"]:
            name = f"{folder}{each['attributes']['name']}"
            if each["attributes"]["kind"] == "folder":
                waiting.append((dig(each, "relationships", "files", "links", "related", "href"), f"{name}/"))
            else:
                files.append(_file(each, folder))
        if following := dig(listed, "links", "next"):
            waiting.append((following, folder))
    return files


def _file(each: Any, folder: str) -> RemoteFile:
    attributes = each["attributes"]
    hashes = dig(attributes, "extra", "hashes") or {}
    digest = checksum("sha256", hashes.get("sha256")) or checksum("md5", hashes.get("md5"))
    return RemoteFile(f"{folder}{attributes['name']}", each["links"]["download"], attributes.get("size"), digest)


HOST = Host(
    name="osf",
    domains=("osf.io",),
    record_of=record_of,
    address_of=lambda record: f"https://osf.io/{record}",
    ask=ask,
    doi=r"10\.17605/osf\.io/([a-z0-9]{5})",
)
