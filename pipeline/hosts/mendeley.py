"""Mendeley Data: a record is the name of the data set, without its version."""

import re
from typing import Any

from pipeline.hosts.api import checksum, dig, json_from, opened
from pipeline.hosts.exchange import Conversation, RemoteFile
from pipeline.hosts.host import Address, Host
from pipeline.hosts.licence_names import spdx

_API = "https://data.mendeley.com/public-api/datasets"
_NAME = re.compile(r"[a-z0-9]{10}")


def record_of(address: Address) -> str | None:
    """The name after `datasets`."""
    name = address.piece(1).lower()
    return name if address.piece(0) == "datasets" and _NAME.fullmatch(name) else None


def ask(record: str, url: str) -> Conversation:
    """The newest version and its files, from the interface that the site itself uses (`public-api`)."""
    data = yield from json_from(f"{_API}/{record}")
    version = data.get("version") or 1
    listed = yield from json_from(f"{_API}/{record}/files?folder_id=root&version={version}")
    return opened(
        f"Mendeley Data {record}",
        [_file(each) for each in listed],
        title=data.get("name"),
        version=version,
        licence=spdx(dig(data, "data_licence", "short_name") or dig(data, "licence", "short_name")),
    )


def _file(each: Any) -> RemoteFile:
    content = each["content_details"]
    digest = checksum("sha256", content.get("sha256_hash"))
    return RemoteFile(each["filename"], content["download_url"], each.get("size") or content.get("size"), digest)


HOST = Host(
    name="mendeley",
    domains=("data.mendeley.com",),
    record_of=record_of,
    address_of=lambda record: f"https://data.mendeley.com/datasets/{record}",
    ask=ask,
    doi=r"10\.17632/([a-z0-9]{10})(?:\.\d+)?",
)
