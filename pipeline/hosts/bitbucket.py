"""Bitbucket: a record is `workspace/repository`."""

import re
from urllib.parse import quote

from pipeline.hosts.api import dig, json_from, opened
from pipeline.hosts.exchange import Conversation, RemoteFile
from pipeline.hosts.host import Address, Host

_API = "https://api.bitbucket.org/2.0/repositories"
_NAME = re.compile(r"[\w.-]+")


def record_of(address: Address) -> str | None:
    """`workspace/repository` in lower case."""
    owner, name = address.piece(0).lower(), address.piece(1).lower().removesuffix(".git").rstrip(".")
    return f"{owner}/{name}" if _NAME.fullmatch(owner) and _NAME.fullmatch(name) else None


def ask(record: str, url: str) -> Conversation:
    """The repository and the newest commit of its main branch (Bitbucket Cloud REST API 2.0). It states no licence."""
    data = yield from json_from(f"{_API}/{record}")
    branch = dig(data, "mainbranch", "name") or "HEAD"
    commit = (yield from json_from(f"{_API}/{record}/commit/{quote(branch, safe='')}"))["hash"]
    archive = RemoteFile(
        f"{record.replace('/', '-')}-{commit[:12]}.zip",
        f"https://bitbucket.org/{record}/get/{commit}.zip",
        is_tree=True,
    )
    title, size = data.get("description") or data.get("full_name"), data.get("size")
    return opened(f"Bitbucket {record}", [archive], title=title, version=commit, estimated_bytes=size)


HOST = Host(
    name="bitbucket",
    domains=("bitbucket.org",),
    record_of=record_of,
    address_of=lambda record: f"https://bitbucket.org/{record}",
    ask=ask,
)
