"""GitHub: a record is `owner/repository`, without case, whatever branch, folder or raw file the link points at."""

import re

from pipeline.hosts.host import Address, Host

_NAME = re.compile(r"[\w.-]+")
_NO_OWNER = {"about", "collections", "features", "login", "marketplace", "orgs", "search", "settings", "topics"}
_ASIDE = {"repos", "api"}


def record_of(address: Address) -> str | None:
    """`owner/repository` in lower case."""
    pieces = tuple(piece for piece in address.pieces if piece not in _ASIDE)
    if len(pieces) < 2 or pieces[0].lower() in _NO_OWNER or address.domain.startswith("gist."):
        return None
    owner, name = pieces[0].lower(), pieces[1].lower().removesuffix(".git").rstrip(".")
    return f"{owner}/{name}" if _NAME.fullmatch(owner) and _NAME.fullmatch(name) else None


HOST = Host(
    name="github",
    domains=("github.com", "raw.githubusercontent.com", "codeload.github.com"),
    record_of=record_of,
    address_of=lambda record: f"https://github.com/{record}",
)
