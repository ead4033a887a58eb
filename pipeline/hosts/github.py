"""GitHub: a record is `owner/repository`, without case, whatever branch, folder or raw file the link points at."""

import re
from urllib.parse import quote

from pipeline.hosts.api import dig, json_from, json_of, opened
from pipeline.hosts.exchange import Conversation, Facts, RemoteFile, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import evidence_of
from pipeline.hosts.licence_names import spdx
from schemas.data import LinkStatus

_API = "https://api.github.com"
_NAME = re.compile(r"[\w.-]+")
NO_OWNER = {
    *("about", "apps", "collections", "contact", "customer-stories", "enterprise", "explore", "features", "issues"),
    *("login", "marketplace", "notifications", "organizations", "orgs", "pricing", "pulls", "readme", "search"),
    *("security", "settings", "signup", "site", "sponsors", "stars", "topics", "trending", "users"),
}
_ASIDE = {"repos", "api"}


def record_of(address: Address) -> str | None:
    """`owner/repository` in lower case."""
    pieces = tuple(piece for piece in address.pieces if piece not in _ASIDE)
    if len(pieces) < 2 or pieces[0].lower() in NO_OWNER or address.domain.startswith("gist."):
        return None
    owner, name = pieces[0].lower(), pieces[1].lower().removesuffix(".git").rstrip(".")
    return f"{owner}/{name}" if _NAME.fullmatch(owner) and _NAME.fullmatch(name) else None


def ask(record: str, url: str) -> Conversation:
    """The repository and the newest commit of its default branch (REST API v3); the files are one archive of it.

    A repository that moved answers under its new name. `size` is that of the whole history, so the estimate is high.
    """
    data = yield from json_from(f"{_API}/repos/{record}")
    name, branch = data["full_name"], data["default_branch"]
    response = yield Request(f"{_API}/repos/{name}/commits/{quote(branch, safe='')}")
    if response.status == 409:
        return Facts(LinkStatus.WRONG_CONTENT, "the repository is empty", name, evidence=evidence_of(response))
    commit = json_of(response)["sha"]
    archive = RemoteFile(
        f"{name.replace('/', '-')}-{commit[:12]}.zip", f"https://codeload.github.com/{name}/zip/{commit}", is_tree=True
    )
    return opened(
        f"GitHub {name}" + ("" if name.lower() == record else f" (moved from {record})"),
        [archive],
        title=data.get("description") or name,
        version=commit,
        licence=spdx(dig(data, "license", "spdx_id")),
        estimated_bytes=1024 * data["size"] if data.get("size") else None,
        pointers=f"https://media.githubusercontent.com/media/{name}/{commit}/{{path}}",
    )


HOST = Host(
    name="github",
    domains=("github.com", "raw.githubusercontent.com", "codeload.github.com"),
    record_of=record_of,
    address_of=lambda record: f"https://github.com/{record}",
    ask=ask,
)
