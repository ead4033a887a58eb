"""Hugging Face: a record is `datasets/owner/name`, `spaces/owner/name` or, for models, `owner/name`."""

import re

from pipeline.hosts.host import Address, Host

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


HOST = Host(
    name="huggingface",
    domains=("huggingface.co", "hf.co"),
    record_of=record_of,
    address_of=lambda record: f"https://huggingface.co/{record}",
)
