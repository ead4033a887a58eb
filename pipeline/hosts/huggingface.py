"""Hugging Face: a record is `datasets/owner/name`, `spaces/owner/name` or, for models, `owner/name`."""

import re
from typing import Any
from urllib.parse import quote

from pipeline.hosts.api import checksum, dig, gated, json_of, opened
from pipeline.hosts.exchange import Conversation, Facts, RemoteFile, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import evidence_of
from pipeline.hosts.licence_names import spdx
from schemas.data import LinkStatus

_NAME = re.compile(r"[\w.-]+")
_KINDS = ("datasets", "spaces")
_OWN_PAGES = {"docs", "blog", "papers", "models", "tasks", "join", "login"}


def record_of(address: Address) -> str | None:
    """The path of a data set, space or model. Case matters at this host."""
    kind = address.piece(0) if address.piece(0) in _KINDS else ""
    owner, name = address.pieces[bool(kind) : 2 + bool(kind)] if len(address.pieces) >= 2 + bool(kind) else ("", "")
    if owner in _OWN_PAGES or not (_NAME.fullmatch(owner) and _NAME.fullmatch(name)):
        return None
    return "/".join(filter(None, (kind, owner, name)))


def ask(record: str, url: str) -> Conversation:
    """The repository with the size and hash of every file (Hub API, `blobs=true`).

    For what does not exist, and for what is private, the Hub gives the same 401: that is no answer, so `unknown`.
    """
    kind = record if record.startswith(_KINDS) else f"models/{record}"
    response = yield Request(f"https://huggingface.co/api/{kind}?blobs=true")
    if response.status == 401 and response.header("x-error-code") != "GatedRepo":
        told = evidence_of(response)
        return Facts(LinkStatus.UNKNOWN, "Hugging Face says it does not exist or is private (401)", evidence=told)
    data = json_of(response)
    if data.get("gated") or data.get("private"):
        return gated("Hugging Face asks for a login and an agreement", response)
    base = f"https://huggingface.co/{record}/resolve/{data['sha']}"
    files = [_file(base, each) for each in data.get("siblings", ())]
    licence = dig(data, "cardData", "license")
    licence = licence[0] if isinstance(licence, list) and licence else licence
    return opened(f"Hugging Face {record}", files, title=data.get("id"), version=data["sha"], licence=spdx(licence))


def _file(base: str, each: Any) -> RemoteFile:
    """A large file has the sha256 of its content, a small one only git's own id, which is kept as a validator."""
    name = each["rfilename"]
    digest = checksum("sha256", dig(each, "lfs", "sha256"))
    return RemoteFile(name, f"{base}/{quote(name)}", each.get("size"), digest, str(each.get("blobId") or ""))


HOST = Host(
    name="huggingface",
    domains=("huggingface.co", "hf.co"),
    record_of=record_of,
    address_of=lambda record: f"https://huggingface.co/{record}",
    ask=ask,
)
