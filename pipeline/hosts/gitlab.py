"""GitLab.com: a record is the path of the project, groups included, up to the `-` that begins GitLab's own pages."""

import re

from pipeline.hosts.host import Address, Host

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


HOST = Host(
    name="gitlab",
    domains=("gitlab.com",),
    record_of=record_of,
    address_of=lambda record: f"https://gitlab.com/{record}",
)
