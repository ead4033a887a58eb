"""GitLab.com: a record is the path of the project, groups included, up to the `-` that begins GitLab's own pages."""

import re
from urllib.parse import quote

from pipeline.hosts.api import dig, json_from, opened
from pipeline.hosts.exchange import Conversation, Facts, RemoteFile
from pipeline.hosts.host import Address, Host
from pipeline.hosts.licence_names import spdx
from schemas.data import LinkStatus

_API = "https://gitlab.com/api/v4/projects"
_NAME = re.compile(r"[\w.-]+")
_OWN_PAGES = {"-", "blob", "tree", "raw", "commits", "issues", "releases"}


def record_of(address: Address) -> str | None:
    """`group/.../project` in lower case."""
    path: list[str] = []
    for piece in address.pieces:
        if piece in _OWN_PAGES:
            break
        path.append(piece.lower())
    if len(path) < 2 or not all(_NAME.fullmatch(piece) for piece in path):
        return None
    return "/".join(path).removesuffix(".git").rstrip(".")


def ask(record: str, url: str) -> Conversation:
    """The project and the newest commit of its default branch (GitLab REST API v4); the files are one archive of it.

    GitLab gives the same 404 for a private project and for none.
    """
    project = yield from json_from(f"{_API}/{quote(record, safe='')}?license=true&statistics=true")
    name, branch = project["path_with_namespace"], project.get("default_branch")
    if project.get("empty_repo") or not branch:
        return Facts(LinkStatus.WRONG_CONTENT, "the repository is empty", name)
    base = f"{_API}/{project['id']}/repository"
    commit = (yield from json_from(f"{base}/commits/{quote(branch, safe='')}"))["id"]
    archive = RemoteFile(
        f"{name.replace('/', '-')}-{commit[:12]}.zip", f"{base}/archive.zip?sha={commit}", is_tree=True
    )
    return opened(
        f"GitLab {name}",
        [archive],
        title=project.get("description") or name,
        version=commit,
        licence=spdx(dig(project, "license", "key")),
        estimated_bytes=dig(project, "statistics", "repository_size"),
        pointers=f"https://gitlab.com/{name}/-/raw/{commit}/{{path}}",
    )


HOST = Host(
    name="gitlab",
    domains=("gitlab.com",),
    record_of=record_of,
    address_of=lambda record: f"https://gitlab.com/{record}",
    ask=ask,
)
